import type { StageRule } from './stage-facts.ts';
import { templateOf } from './template-match.ts';

/**
 * `daily-rate-limit` for a template message on chattwo when those of the day are used up (§7.4, ADR-0030).
 */
export const dailyLimit: StageRule = (facts) =>
  facts.channel === 'CHATTWO' && facts.templateMessagesLeft <= 0 && templateOf(facts) !== null
    ? 'daily-rate-limit'
    : null;
