import type { ProblemRetry, ReasonRetry } from '@cascade/contract';

/** When a refused request is sent again. */
export const problemRetryWords: Readonly<Record<ProblemRetry, string>> = {
  'after-fix': 'after fixing the request',
  'after-setup': 'after fixing the account',
  later: 'later, the same request',
  'used-before': 'not with the same requestId; a message with it may be scheduled',
};

/** When a message that was not delivered is sent again. */
export const reasonRetryWords: Readonly<Record<ReasonRetry, string>> = {
  never: 'never',
  unknown: 'not known',
  later: 'later',
  'after-fix': 'after fixing the message',
  'after-setup': 'after fixing the account',
};
