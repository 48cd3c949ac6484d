import type { Pool } from 'pg';
import type { LaneState } from '../../callbacks/dispatch/inspect-lanes.ts';
import { receiverOf } from '../../callbacks/undelivered/receiver-of.ts';
import { queues } from '../../jobs/queues.ts';
import { keysOfEvents } from '../../store/find-message-keys.ts';
import { type ObservedShard, readAllQueues } from '../observed-shard.ts';
import type { QueueState } from '../read-queues.ts';

/** What an operator looks at first. */
export interface Overview {
  readonly at: Date;
  readonly queues: readonly QueueState[];
  /** Of this replica. */
  readonly lanes: readonly (LaneState & { readonly account: string })[];
  readonly receivers: readonly ReceiverState[];
  /** Waiting events are counted in this number of jobs, which hold up to 32 each. */
  readonly jobsCounted: number;
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
  /** Events in the queue and parked ones, as far as counted. */
  readonly waiting: number;
  /** Events that no attempt is planned for: 10,001 stands for any larger number. */
  readonly undelivered: number;
}

/** The most receivers of an overview, and the most jobs that are searched for their events. */
const most = { receivers: 100, jobs: 500 } as const;

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
      .slice(0, most.receivers)
      .map(({ url, ...receiver }) => ({ ...receiver, host: URL.parse(url)?.host ?? '' })),
    jobsCounted: most.jobs,
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
  const { rows: queued } = await pool.query<{ id: string }>(queuedSql, [queues.callback, most.jobs]);
  const keys = [
    ...(await keysOfEvents(
      pool,
      queued.map(({ id }) => id),
    )),
  ];
  const { rows } = await pool.query<ReceiverState & { url: string }>(receiversSql, [
    keys.map(([, { accountId }]) => accountId),
    keys.map(([, { messageId }]) => messageId),
    keys.map(([id]) => id),
    most.receivers,
  ]);
  return rows;
}

/** The events in the queue, as far as counted, if a receiver is in trouble. */
const queuedSql = `
with jobs as materialized (
  select job.data from cascade_jobs.job
  where job.name = $1 and job.state < 'active'
    and exists (select from cascade.callbacks where disabled_at is not null or failing_since is not null)
  limit $2
)
select jsonb_array_elements_text(jobs.data -> 'eventIds') as id from jobs`;

const receiversSql = `
with receivers as materialized (
  select callback.* from cascade.callbacks callback
  where callback.disabled_at is not null or callback.failing_since is not null
  order by callback.id
  limit $4
), waiting as materialized (
  select receiver.id, count(*)::integer as events
  from unnest($1::bigint[], $2::bigint[], $3::text[]) as queued (account_id, message_id, id)
  join cascade.status_events event on event.account_id = queued.account_id and event.message_id = queued.message_id
    and event.id = queued.id and event.state = 'pending'
  join cascade.message_plans plan on plan.account_id = queued.account_id and plan.message_id = queued.message_id
  cross join lateral ${receiverOf('queued.account_id', "(plan.stages -> (event.position - 1) ->> 'subjectId')::integer")} as receiver
  group by receiver.id
)
select receivers.id, account.name as account, receivers.subject_id as sender, receivers.url,
  receivers.failing_since as "failingSince", receivers.last_error as "lastError",
  receivers.disabled_at as "disabledAt",
  case when receivers.disabled_at is not null then coalesce(receivers.disabled_reason, '410') end as "disabledReason",
  coalesce(waiting.events, 0) + parked.events as waiting, undelivered.events as undelivered
from receivers
join cascade.accounts account on account.id = receivers.account_id
left join waiting on waiting.id = receivers.id
cross join lateral (
  select count(*)::integer as events from (
    select url from cascade.parked_callbacks p where p.account_id = receivers.account_id limit 10001
  ) as listed
  where listed.url = receivers.url
) as parked
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
