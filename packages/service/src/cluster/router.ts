import type { AccountDirectory } from '../accounts/directory/account-directory.ts';
import type { StoreOperations } from '../api/operations.ts';
import type { FindAttempts, PossibleAttempt } from '../gateways/find-attempts.ts';
import { findCandidates } from '../gateways/find-attempts.ts';
import { createOptOuts, type OptOuts } from '../gateways/opt-outs.ts';
import type { TakesReceipts } from '../gateways/receipt-line.ts';
import type { RunningStore } from '../running/run-store.ts';
import type { Serving } from '../running/serve.ts';
import { StoreAwayError } from '../store/connection/errors.ts';
import { keyOfId } from '../store/message-key.ts';
import { type ShardNumber, shardOf } from './shard.ts';

/** What a replica runs for the accounts of a shard. */
export interface RunningShard extends RunningStore {
  readonly number: ShardNumber;
}

/** The shards that a replica runs, by their numbers, and those that have not answered since it started. */
export interface ServedShards {
  readonly running: RunningShard[];
  readonly away: Set<ShardNumber>;
}

/** What requests, receipts and texts of subscribers are given to: it leads each to its shard. */
export interface Router extends Serving, TakesReceipts {
  readonly find: FindAttempts;
  readonly optOuts: OptOuts;
}

export function createShardRouter(served: ServedShards): Router {
  return {
    directory: joinDirectories(served),
    admission: { refusal: (accountId) => shardOfAccount(served, accountId).admission.refusal(accountId) },
    operations: {
      schedule: operationOf(served, 'schedule'),
      listMessages: operationOf(served, 'listMessages'),
      setCallback: operationOf(served, 'setCallback'),
    },
    whyUnusable: () => whyAllUnusable(served),
    ...receiptsOf(served),
    find: (wanted) => findInShards(served, wanted),
    optOuts: joinOptOuts(served),
  };
}

/** The shard of an account. @throws if the replica does not run it. */
function shardOfAccount({ running }: ServedShards, accountId: number): RunningShard {
  const found = running.find(({ number }) => number === shardOf(accountId));
  if (found === undefined) throw new Error(`no shard has account ${accountId}`);
  return found;
}

/** The operation of the shard that has the account of the request. */
function operationOf<Name extends keyof StoreOperations>(
  served: ServedShards,
  name: Name,
): StoreOperations[Name] {
  return (account, body, inTurn) =>
    shardOfAccount(served, account.id).operations[name](account, body, inTurn);
}

/** The accounts of all shards. A key that none of them has may be of a shard that is away: then it throws. */
function joinDirectories(served: ServedShards): Pick<AccountDirectory, 'findByKey'> {
  return {
    findByKey(key) {
      for (const { directory } of served.running) {
        const account = directory.findByKey(key);
        if (account !== undefined) return account;
      }
      if (served.away.size > 0) throw awayError(served);
      return undefined;
    },
  };
}

function receiptsOf(served: ServedShards): TakesReceipts {
  const { running, away } = served;
  return {
    /**
     * Gives a receipt to the shard of its attempt, whose id names the account; an older id does not, so all
     * are asked. Rejects if that shard is away: the gateway sends the receipt again.
     */
    async onReceipt(receipt) {
      const key = keyOfId(receipt.attemptId);
      const shard = key === undefined ? undefined : shardOf(key.accountId);
      for (const { number, onReceipt } of running)
        if (shard === undefined || number === shard) await onReceipt(receipt);
      if (shard === undefined ? away.size > 0 : away.has(shard)) throw awayError(served);
    },
    /** Attempts of several shards may have one reference: there none is certain. */
    async onHeardReceipt(receipt, reference) {
      const [only] = running;
      if (only === undefined || running.length + away.size > 1) return false;
      return only.onHeardReceipt(receipt, reference);
    },
  };
}

/** Why the replica can serve no account now; undefined if it can serve those of any shard. */
async function whyAllUnusable({ running }: ServedShards): Promise<string | undefined> {
  const reasons = await Promise.all(running.map(({ whyUnusable }) => whyUnusable()));
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
}

/**
 * An SMSC may give an id again, and to attempts of different shards: the youngest that is open has the
 * receipt. If none is, it may be in a shard that did not answer.
 */
async function findInShards(
  served: ServedShards,
  wanted: Parameters<FindAttempts>[0],
): ReturnType<FindAttempts> {
  const answers = await Promise.allSettled(served.running.map(({ pool }) => findCandidates(pool, wanted)));
  const failed = answers.find((answer) => answer.status === 'rejected');
  const failure = failed?.reason ?? (served.away.size > 0 ? awayError(served) : undefined);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  return wanted.map((_, at) => {
    const best = bestOf(found.map((candidates) => candidates[at]));
    if (failure !== undefined && best?.isOpen !== true) return { failure };
    return best === undefined ? {} : { attemptId: best.attemptId };
  });
}

function bestOf(candidates: readonly (PossibleAttempt | undefined)[]): PossibleAttempt | undefined {
  let best: PossibleAttempt | undefined;
  for (const one of candidates) if (one !== undefined && isBetter(one, best)) best = one;
  return best;
}

function isBetter(one: PossibleAttempt, than: PossibleAttempt | undefined): boolean {
  if (than === undefined) return true;
  return one.isOpen === than.isOpen ? one.startedAt > than.startedAt : one.isOpen;
}

/** Of a shard that is away, an account may have the sender: then it rejects, and the SMSC repeats the text. */
function joinOptOuts(served: ServedShards): OptOuts {
  return {
    async apply(wish, from, to) {
      if (served.away.size > 0) throw awayError(served);
      const counts = await Promise.all(
        served.running.map(({ pool }) => createOptOuts(pool).apply(wish, from, to)),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

function awayError({ away }: ServedShards): StoreAwayError {
  return new StoreAwayError(`no answer since the start from shard ${[...away].join(', ')}`);
}
