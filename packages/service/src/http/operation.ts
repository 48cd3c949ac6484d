import type { Account } from '../accounts/directory/account.ts';
import type { Answer } from './answer.ts';

/**
 * Does costly work of an account, one after the other, and in a part of the time while other accounts have
 * work (decisions/fair-processor-time.md). Resolves to undefined if it had to wait for too long.
 */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result | undefined>;

/** Where no other account has work. */
export const alone: InTurn = (work) => work();

/** An operation of the API that takes a body, by POST. The server has checked URL, method, key and JSON before. */
export type ApiOperation = (account: Account, body: unknown, inTurn?: InTurn) => Answer | Promise<Answer>;

/**
 * An operation of the API by GET. A body with it has no meaning (RFC 9110 §9.3.1). The server has checked
 * URL, method and key before.
 *
 * @param query Of the request target, without its question mark.
 */
export type ReadingOperation = (account: Account, query: string) => Answer;
