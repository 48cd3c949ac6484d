import type { Account } from '../accounts/directory/account.ts';
import type { Answer } from '../http/answer.ts';

/** An operation of the API. The server has checked URL, method, key and JSON before. */
export type Operation = (account: Account, body: unknown) => Answer | Promise<Answer>;
