import type { AccountDirectory } from '../accounts/directory/account-directory.ts';
import type { Operation } from '../api/operation.ts';
import type { OnReceipt } from '../gateways/gateway.ts';
import { keyOfId } from '../store/message-key.ts';
import { shardOf } from '../store/shard.ts';
import type { RunningShard } from './start-shard.ts';

/** The shard of an account. @throws if the replica does not run it. */
function shardOfAccount(shards: readonly RunningShard[], accountId: number): RunningShard {
  // A database that is not distributed has all accounts.
  const found = shards.length === 1 ? shards[0] : shards.find(({ shard }) => shard === shardOf(accountId));
  if (found === undefined) throw new Error(`no shard has account ${accountId}`);
  return found;
}

/** The operation of the shard that has the account of the request. */
export function byShard(shards: readonly RunningShard[], name: keyof RunningShard['operations']): Operation {
  return (account, body, inTurn) =>
    shardOfAccount(shards, account.id).operations[name](account, body, inTurn);
}

/** Whether the shard of an account admits a message. */
export function refusalByShard(shards: readonly RunningShard[], accountId: number): number | undefined {
  return shardOfAccount(shards, accountId).admission.refusal(accountId);
}

/** The accounts of all shards. */
export function joinDirectories(shards: readonly RunningShard[]): Pick<AccountDirectory, 'findByKey'> {
  return {
    findByKey(key) {
      for (const { directory } of shards) {
        const account = directory.findByKey(key);
        if (account !== undefined) return account;
      }
      return undefined;
    },
  };
}

/** Gives a receipt to the shard of its attempt, whose id names the account; an older id does not, so all are asked. */
export function receiptByShard(shards: readonly RunningShard[]): OnReceipt {
  return async (receipt) => {
    const key = keyOfId(receipt.attemptId);
    const asked = key === undefined ? shards : shards.filter(({ shard }) => shard === shardOf(key.accountId));
    for (const { onReceipt } of shards.length === 1 ? shards : asked) await onReceipt(receipt);
  };
}

/** Why the replica can serve no account now; undefined if it can serve those of any shard. */
export async function whyAllUnusable(shards: readonly RunningShard[]): Promise<string | undefined> {
  const reasons = await Promise.all(shards.map(({ whyUnusable }) => whyUnusable()));
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
}
