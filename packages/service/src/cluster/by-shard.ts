import type { Pool } from 'pg';
import type { AccountDirectory } from '../accounts/directory/account-directory.ts';
import type { OnHeardReceipt, OnReceipt } from '../gateways/gateway.ts';
import type { ApiOperation } from '../http/operation.ts';
import { StoreAwayError } from '../store/connection/errors.ts';
import { keyOfId } from '../store/message-key.ts';
import { type ShardNumber, shardOf } from './shard.ts';
import type { RunningShard } from './start-shard.ts';

/** The shards that a replica runs, by their numbers, and those that have not answered since it started. */
export interface ServedShards {
  readonly running: RunningShard[];
  readonly away: Set<ShardNumber>;
}

/** Whether the shard has the account. A database that is not distributed has all. */
function has({ number }: RunningShard, accountId: number): boolean {
  return number === undefined || number === shardOf(accountId);
}

/** The shard of an account. @throws if the replica does not run it. */
function shardOfAccount({ running }: ServedShards, accountId: number): RunningShard {
  const found = running.find((shard) => has(shard, accountId));
  if (found === undefined) throw new Error(`no shard has account ${accountId}`);
  return found;
}

/** The operation of the shard that has the account of the request. */
export function byShard(served: ServedShards, name: keyof RunningShard['operations']): ApiOperation {
  return (account, body, inTurn) =>
    shardOfAccount(served, account.id).operations[name](account, body, inTurn);
}

/** Whether the shard of an account admits a message. */
export function refusalByShard(served: ServedShards, accountId: number): number | undefined {
  return shardOfAccount(served, accountId).admission.refusal(accountId);
}

/** The accounts of all shards. A key that none of them has may be of a shard that is away: then it throws. */
export function joinDirectories(served: ServedShards): Pick<AccountDirectory, 'findByKey'> {
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

/**
 * Gives a receipt to the shard of its attempt, whose id names the account; an older id does not, so all are
 * asked. Rejects if that shard is away: the gateway sends the receipt again.
 */
export function receiptByShard(served: ServedShards): OnReceipt {
  return async (receipt) => {
    const key = keyOfId(receipt.attemptId);
    const asked =
      key === undefined ? served.running : served.running.filter((shard) => has(shard, key.accountId));
    for (const { onReceipt } of asked) await onReceipt(receipt);
    const isAway = key === undefined ? served.away.size > 0 : served.away.has(shardOf(key.accountId));
    if (isAway) throw awayError(served);
  };
}

/** Attempts of several shards may have one reference: there none is certain. */
export function heardByShard({ running, away }: ServedShards): OnHeardReceipt {
  return async (receipt, reference) => {
    const [only] = running;
    if (only === undefined || running.length + away.size > 1) return false;
    return only.onHeardReceipt(receipt, reference);
  };
}

/** The pools of all shards, by their numbers; undefined for those that are away. */
export function poolsByShard({ running, away }: ServedShards): readonly (Pool | undefined)[] {
  const numbered = running.map(({ number = 0, pool }) => [number, pool] as const);
  const all = [...numbered, ...[...away].map((number) => [number, undefined] as const)];
  return all.sort(([one], [other]) => one - other).map(([, pool]) => pool);
}

/** Why the replica can serve no account now; undefined if it can serve those of any shard. */
export async function whyAllUnusable({ running }: ServedShards): Promise<string | undefined> {
  const reasons = await Promise.all(running.map(({ whyUnusable }) => whyUnusable()));
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
}

function awayError({ away }: ServedShards): StoreAwayError {
  return new StoreAwayError(`no answer since the start from shard ${[...away].join(', ')}`);
}
