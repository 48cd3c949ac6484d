import { createFairShare, partyOf } from '../sharing/fair-share.ts';

/** The most calls under way: of all accounts, and of one. */
export interface TurnLimits {
  readonly atOnce: number;
  readonly ofAccount: number;
}

/** Does the work when its turn has come. @throws the reason of the signal, if that aborts before. */
export type InTurn = <Result>(
  accountId: number,
  work: () => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>;

interface Waiter {
  readonly parties: readonly string[];
  begin(): void;
}

/**
 * Has as many calls under way as may be, and the others wait: in their order, but for those of an account
 * that has its part.
 */
export function createAccountTurns({ atOnce, ofAccount }: TurnLimits): InTurn {
  const share = createFairShare(atOnce, { ofParty: ofAccount });
  const waiting: Waiter[] = [];

  function beginNext(): void {
    const at = waiting.findIndex(({ parties }) => share.grants(parties));
    const [next] = at < 0 ? [] : waiting.splice(at, 1);
    if (next === undefined) return;
    share.take(next.parties);
    next.begin();
  }

  function turn(parties: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const leave = () => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(signal?.reason);
      };
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiter: Waiter = { parties, begin };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(waiter);
      beginNext();
    });
  }

  return async (accountId, work, signal) => {
    const parties = [partyOf(accountId)];
    await turn(parties, signal);
    try {
      return await work();
    } finally {
      share.give(parties);
      beginNext();
    }
  };
}
