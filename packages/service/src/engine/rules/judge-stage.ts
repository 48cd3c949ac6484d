import type { StageVerdict } from '../events.ts';
import { addressFormat } from './address-format.ts';
import { channelGateway } from './channel-gateway.ts';
import { dailyLimit } from './daily-limit.ts';
import { duplicate } from './duplicate.ts';
import { messageLength } from './message-length.ts';
import { senderSignature } from './sender-signature.ts';
import type { StageFacts, StageRule } from './stage-facts.ts';
import { templateMatch, templateOf } from './template-match.ts';

/**
 * In order of precedence. Without a gateway, nothing else matters. Reasons in the message itself come before those that depend on earlier messages, so
 * that an invalid message gets the same reason every time.
 */
const rules: readonly StageRule[] = [
  channelGateway,
  addressFormat,
  senderSignature,
  messageLength,
  templateMatch,
  duplicate,
  dailyLimit,
];

/** Decides whether a stage may go to its gateway; if not, by the first reason of §7.4 that applies. */
export function judgeStage(facts: StageFacts): StageVerdict {
  for (const rule of rules) {
    const refusal = rule(facts);
    if (refusal !== null) return { refusal, template: null };
  }
  return { refusal: null, template: templateOf(facts) };
}
