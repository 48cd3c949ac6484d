import type { Account } from '../accounts/directory/account.ts';
import type { Answer } from '../http/answer.ts';

/** An operation of the description, after URL, method, key and JSON are settled. */
export type Operation = (account: Account, body: unknown) => Answer | Promise<Answer>;
