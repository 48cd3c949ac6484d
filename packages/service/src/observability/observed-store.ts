import type { Pool } from 'pg';
import type { Admission } from '../back-pressure/admission.ts';
import type { LaneState } from '../callbacks/dispatch/lane.ts';
import { channels } from '../channels.ts';
import type { GatewayLaneState } from '../engine/gateway-lanes.ts';
import {
  type GatewayBacklog,
  type PausedGateway,
  readGatewayBacklogs,
  readPausedGateways,
} from '../gateways/paused-gateways.ts';
import type { DatabaseClock } from '../store/database-clock.ts';
import { sql, t } from '../store/tables.ts';

/** What metrics and pages read of a database, of which a replica may use several. */
export interface ObservedStore {
  readonly pool: Pool;
  /** For large reads. */
  readonly readPool: Pool;
  /** The number of requests that wait for a commit. */
  waiting(): number;
  /** What back-pressure says of itself. */
  readonly admission: Pick<Admission, 'lag' | 'perSecond'>;
  /** Of the database, as against that of this machine. */
  readonly clock: Pick<DatabaseClock, 'ahead'>;
  /** The destinations of callbacks that this replica sends to, or backs off from. */
  lanes(): readonly LaneState[];
  /** What this replica knows of the gateways. */
  gatewayLanes(): readonly GatewayLaneState[];
}

/** A gateway, as all replicas and this one see it. */
export interface GatewayState
  extends Omit<GatewayLaneState, 'waiting' | 'waitingMs'>,
    Omit<GatewayBacklog, 'channel'> {
  /** Attempts of this replica that wait for their turn, and the seconds that the first of them has waited. */
  readonly inTurn: number;
  readonly inTurnSeconds: number;
  /** By an operator. */
  readonly paused: Pick<PausedGateway, 'since' | 'reason'> | null;
}

/** Of each channel. All stores share its lane, and each has attempts of its own there. */
export async function readGateways(
  stores: readonly Pick<ObservedStore, 'gatewayLanes'>[],
  pools: readonly Pool[],
): Promise<readonly GatewayState[]> {
  const [paused, backlogs] = await Promise.all([
    Promise.all(pools.map(readPausedGateways)),
    Promise.all(pools.map(readGatewayBacklogs)),
  ]);
  const lanes = Map.groupBy(
    stores.flatMap((store) => store.gatewayLanes()),
    ({ channel }) => channel,
  );
  return channels.map((channel) => {
    const ofChannel = lanes.get(channel) ?? [];
    const waiting = backlogs.flat().filter((one) => one.channel === channel);
    const { since, reason } = paused.map((some) => some.get(channel)).find(Boolean) ?? {};
    const [lane] = ofChannel;
    return {
      channel,
      state: lane?.state ?? 'open',
      pausedMs: lane?.pausedMs ?? 0,
      perSecond: lane?.perSecond ?? null,
      running: sumOf(ofChannel, 'running'),
      inTurn: lane?.waiting ?? 0,
      inTurnSeconds: (lane?.waitingMs ?? 0) / 1_000,
      waiting: sumOf(waiting, 'waiting'),
      oldestSeconds: Math.max(0, ...waiting.map((one) => one.oldestSeconds)),
      paused: since === undefined || reason === undefined ? null : { since, reason },
    };
  });
}

/** The queues of all stores together: counts are added, and of the oldest jobs the oldest counts. */
export async function readAllQueues(pools: readonly Pool[]): Promise<readonly QueueState[]> {
  const states = (await Promise.all(pools.map(readQueues))).flat();
  return [...Map.groupBy(states, ({ name }) => name)].map(([name, ofName]) => ({
    name,
    ready: sumOf(ofName, 'ready'),
    deferred: sumOf(ofName, 'deferred'),
    active: sumOf(ofName, 'active'),
    oldestSeconds: Math.max(0, ...ofName.map(({ oldestSeconds }) => oldestSeconds)),
  }));
}

/** The sum of a member over all. */
export function sumOf<Name extends string>(
  all: readonly Readonly<Record<Name, number>>[],
  name: Name,
): number {
  return all.reduce((sum, one) => sum + one[name], 0);
}

/** Registrations in trouble, and what waits for an operator or a message. */
export interface ReceiverCounts {
  readonly failing: number;
  readonly disabled: number;
  /** 100,001 stands for any larger number. */
  readonly undelivered: number;
  /** Events that wait in lanes; 100,001 stands for any larger number. */
  readonly parked: number;
  /** Receipts whose message is not known; 100,001 stands for any larger number. */
  readonly unmatched: number;
}

/** Reads indexes that have entries for trouble only. */
export async function readReceiverCounts(pool: Pool): Promise<ReceiverCounts> {
  const { rows } = await pool.query<ReceiverCounts>(countsSql);
  return rows[0] ?? { failing: 0, disabled: 0, undelivered: 0, parked: 0, unmatched: 0 };
}

const countsSql = sql`
select
  (count(*) filter (where disabled_at is null))::integer as failing,
  (count(*) filter (where disabled_at is not null))::integer as disabled,
  (select count(*)::integer from (select from ${t.undelivered} limit 100001) as listed) as undelivered,
  (select count(*)::integer from (select from ${t.waiting} limit 100001) as listed) as parked,
  (select count(*)::integer from (select from ${t.unmatched_receipts} limit 100001) as listed) as unmatched
from ${t.callbacks}
where disabled_at is not null or failing_since is not null`;

/**
 * Seconds since the oldest transaction of another session began that holds back the clean-up of dead rows,
 * such as a dump; 0 if there is none. Only a role with `pg_read_all_stats` sees those of other roles.
 */
export async function readOldestSnapshot(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(snapshotSql);
  return rows[0]?.seconds ?? 0;
}

const snapshotSql = sql`
select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 as seconds
from pg_stat_activity
where datname = current_database() and backend_xmin is not null and pid <> pg_backend_pid()`;

/** The state of one kind of due work. */
export interface QueueState {
  readonly name: string;
  /**
   * Due, and of no replica, in parcels of up to 32 messages or events. 100,001 stands for any larger number.
   */
  readonly ready: number;
  /** Due later; of stages, also those that wait for their gateway. Of callbacks, the events that wait. */
  readonly deferred: number;
  readonly active: number;
  /** How long the next has been due; 0 if none is. */
  readonly oldestSeconds: number;
}

async function readQueues(pool: Pool): Promise<readonly QueueState[]> {
  const { rows } = await pool.query<QueueState>(queueStates);
  return rows;
}

const queueStates = sql`
select kind.name,
  (select count(*)::integer from (
    select from ${t.stage_parcels} where owner is null and queue = kind.queue and coalesce(gateway, '') = ''
      and due_at <= now() limit 100001
  ) as free) as ready,
  (select count(*)::integer from (
    select from ${t.stage_parcels} where owner is null and queue = kind.queue
      and (gateway is not null or due_at > now()) limit 100001
  ) as later) as deferred,
  (select count(*)::integer from ${t.stage_parcels} where owner is not null and queue = kind.queue) as active,
  coalesce((
    select greatest(extract(epoch from now() - due_at), 0) from ${t.stage_parcels}
    where owner is null and queue = kind.queue and coalesce(gateway, '') = '' and due_at <= now()
    order by due_at limit 1
  ), 0)::float8 as "oldestSeconds"
from (values ('stage', 'cascade-stage'), ('timer', 'cascade-timer')) as kind (queue, name)
union all
select 'cascade-callback',
  (select count(*)::integer from (select from ${t.callback_parcels} where owner is null limit 100001) as free),
  (select count(*)::integer from (select from ${t.waiting} limit 100001) as waiting),
  (select count(*)::integer from ${t.callback_parcels} where owner is not null),
  coalesce((
    select greatest(extract(epoch from now() - written_at), 0) from ${t.callback_parcels}
    where owner is null order by written_at limit 1
  ), 0)::float8
`;
