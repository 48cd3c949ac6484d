import type { Outcome } from '../outcome.ts';
import type { Account } from '../provider/account.ts';
import type { Preferences } from '../request.ts';

/** An authenticated request with a JSON body. */
export interface Call {
  readonly account: Account;
  readonly body: unknown;
  readonly preferences: Preferences;
}

/** Answers a call. Changes state synchronously, so calls cannot interleave. */
export type Operation = (call: Call) => Outcome;
