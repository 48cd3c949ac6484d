import type { Account } from '../accounts/directory/account.ts';
import type { Answer } from '../http/answer.ts';

/** Does a piece of a costly answer when its account may use the processor (decisions/fair-processor-time.md). */
export type InTurn = <Result extends object>(piece: () => Result) => Promise<Result>;

/** Where no other account uses the processor. */
export const alone: InTurn = async (piece) => piece();

/** An operation of the API. The server has checked URL, method, key and JSON before. */
export type Operation = (account: Account, body: unknown, inTurn?: InTurn) => Answer | Promise<Answer>;
