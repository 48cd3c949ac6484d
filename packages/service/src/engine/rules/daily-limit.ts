import type { StageRule } from './stage-facts.ts';
import { templateOf } from './template-match.ts';

/** `daily-rate-limit` for a template message on chattwo beyond the limit of the day (§7.4, ADR-0030). */
export const dailyLimit: StageRule = (facts) =>
  facts.channel === 'CHATTWO' && facts.templateMessagesLeft <= 0 && templateOf(facts) !== null
    ? 'daily-rate-limit'
    : null;
