import type { StageVerdict } from '../events.ts';
import { addressFormat } from './address-format.ts';
import { dailyLimit } from './daily-limit.ts';
import { duplicate } from './duplicate.ts';
import { messageLength } from './message-length.ts';
import { senderSignature } from './sender-signature.ts';
import type { StageFacts, StageRule } from './stage-facts.ts';
import { templateMatch, templateOf } from './template-match.ts';

/**
 * In the order in which the reasons win. What makes a message undeliverable by itself comes before what
 * depends on earlier messages, so that sending a bad message twice gives the same reason twice.
 */
const rules: readonly StageRule[] = [
  addressFormat,
  senderSignature,
  messageLength,
  templateMatch,
  duplicate,
  dailyLimit,
];

/**
 * Whether a stage may go to its gateway; if not, the first reason of §7.4 that the service itself can tell.
 */
export function judgeStage(facts: StageFacts): StageVerdict {
  for (const rule of rules) {
    const refusal = rule(facts);
    if (refusal !== null) return { refusal, template: null };
  }
  return { refusal: null, template: templateOf(facts) };
}
