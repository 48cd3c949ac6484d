import type { StageRule } from './stage-facts.ts';

/**
 * `error-subject-unknown` for a sender signature that is not activated (§7.4), also if the account has none
 * at all. A stage without a signature passes.
 */
export const senderSignature: StageRule = ({ senderActivated }) =>
  senderActivated ? null : 'error-subject-unknown';
