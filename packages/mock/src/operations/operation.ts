import type { Outcome } from '../outcome.ts';
import type { Account } from '../provider/account.ts';
import type { Preferences } from '../request/preferences.ts';

/** A request that has come as far as an operation: authenticated, and its body is JSON. */
export interface Call {
  readonly account: Account;
  readonly body: unknown;
  readonly preferences: Preferences;
}

/** Answers a call. What it changes, it changes before it returns, so that no two calls can interleave. */
export type Operation = (call: Call) => Outcome;
