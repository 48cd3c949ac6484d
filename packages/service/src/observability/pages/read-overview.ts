import type { Pool } from 'pg';
import type { LaneState } from '../../callbacks/dispatch/inspect-lanes.ts';
import { type ObservedShard, readAllQueues } from '../observed-shard.ts';
import type { QueueState } from '../read-queues.ts';

/** What an operator looks at first. */
export interface Overview {
  readonly at: Date;
  readonly queues: readonly QueueState[];
  /** Of this replica. */
  readonly lanes: readonly (LaneState & { readonly account: string })[];
  readonly receivers: readonly ReceiverState[];
}

/** A registration that fails or is disabled. */
export interface ReceiverState {
  /** The number of the registration. */
  readonly id: number;
  readonly account: string;
  readonly sender: number | null;
  readonly host: string;
  readonly failingSince: Date | null;
  readonly lastError: string | null;
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
  /** Events that wait in its lane: 10,001 stands for any larger number. */
  readonly waiting: number;
  /** Events that no attempt is planned for: 10,001 stands for any larger number. */
  readonly undelivered: number;
}

/** The most receivers of an overview. */
const most = 100;

export async function readOverview(
  shards: readonly Pick<ObservedShard, 'readPool' | 'lanes'>[],
): Promise<Overview> {
  const [states, lanes, receivers] = await Promise.all([
    readAllQueues(shards.map(({ readPool }) => readPool)),
    Promise.all(shards.map(({ readPool, lanes }) => nameLanes(readPool, lanes()))),
    Promise.all(shards.map(({ readPool }) => readReceivers(readPool))),
  ]);
  return {
    at: new Date(),
    queues: states,
    lanes: lanes.flat(),
    receivers: receivers
      .flat()
      .slice(0, most)
      .map(({ url, ...receiver }) => ({ ...receiver, host: URL.parse(url)?.host ?? '' })),
  };
}

async function nameLanes(pool: Pool, lanes: readonly LaneState[]): Promise<Overview['lanes']> {
  const { rows } = await pool.query<{ id: number; name: string }>(
    'select id, name from cascade.accounts where id = any($1::bigint[])',
    [[...new Set(lanes.map(({ accountId }) => accountId))]],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return lanes.map((lane) => ({ ...lane, account: names.get(lane.accountId) ?? '' }));
}

async function readReceivers(pool: Pool): Promise<readonly (ReceiverState & { readonly url: string })[]> {
  const { rows } = await pool.query<ReceiverState & { url: string }>(receiversSql, [most]);
  return rows;
}

const receiversSql = `
with receivers as materialized (
  select callback.* from cascade.callbacks callback
  where callback.disabled_at is not null or callback.failing_since is not null
  order by callback.id
  limit $1
)
select receivers.id, account.name as account, receivers.subject_id as sender, receivers.url,
  receivers.failing_since as "failingSince", receivers.last_error as "lastError",
  receivers.disabled_at as "disabledAt",
  case when receivers.disabled_at is not null then coalesce(receivers.disabled_reason, '410') end as "disabledReason",
  waiting.events as waiting, undelivered.events as undelivered
from receivers
join cascade.accounts account on account.id = receivers.account_id
cross join lateral (
  select count(*)::integer as events from (
    select from cascade.waiting w
    where w.account_id = receivers.account_id and w.lane = hashtextextended(receivers.url, 0)
    limit 10001
  ) as listed
) as waiting
cross join lateral (
  select count(*)::integer as events from (
    select from cascade.undelivered u
    where u.account_id = receivers.account_id
      and case when receivers.subject_id is not null then u.sender = receivers.subject_id
        else not exists (
          select from cascade.callbacks own where own.account_id = u.account_id and own.subject_id = u.sender
        ) end
    limit 10001
  ) as listed
) as undelivered
order by receivers.disabled_at is null, receivers.failing_since, receivers.id`;
