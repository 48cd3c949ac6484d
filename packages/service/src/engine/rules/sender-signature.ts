import type { StageRule } from './stage-facts.ts';

/**
 * `error-subject-unknown` for a sender signature that is not activated (§7.4). There is no exception for an
 * account that has none at all. A stage that names no signature has nothing to activate.
 */
export const senderSignature: StageRule = ({ senderActivated }) =>
  senderActivated ? null : 'error-subject-unknown';
