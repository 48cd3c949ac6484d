import type { Pool } from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { LaneState } from '../callbacks/dispatch/lanes.ts';
import { channels } from '../channels.ts';
import type { GatewayLaneState } from '../engine/gateway-lanes.ts';
import type { UnmatchedOutcome } from '../gateways/match-receipts.ts';
import {
  type GatewayBacklog,
  type PausedGateway,
  readGatewayBacklogs,
  readPausedGateways,
} from '../gateways/paused-gateways.ts';
import { sql, t } from '../store/tables.ts';
import { withTimeout } from '../with-timeout.ts';

/** What metrics and pages read of a database, of which a replica may use several. */
export interface ObservedStore {
  readonly pool: Pool;
  /** For large reads. */
  readonly readPool: Pool;
  /** The number of requests that wait for a commit. */
  waiting(): number;
  readonly admission: AdmissionState;
  readonly clock: ClockState;
  /** The destinations of callbacks that this replica sends to, or backs off from. */
  lanes(): readonly LaneState[];
  /** What this replica knows of the gateways. */
  gatewayLanes(): readonly GatewayLaneState[];
}

/** A gateway, as all replicas and this one see it. */
export interface GatewayState extends GatewayLaneState, Omit<GatewayBacklog, 'channel'> {
  /** By an operator. */
  readonly paused: Pick<PausedGateway, 'since' | 'reason'> | null;
}

/** Of each channel, over all stores. A circuit that is open for one counts. */
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
    const limited = ofChannel
      .filter(({ state }) => state !== 'open')
      .toSorted((one, other) => other.pausedMs - one.pausedMs);
    return {
      channel,
      state: limited[0]?.state ?? 'open',
      pausedMs: limited[0]?.pausedMs ?? 0,
      running: sum(ofChannel.map(({ running }) => running)),
      waiting: sum(waiting.map((one) => one.waiting)),
      oldestSeconds: Math.max(0, ...waiting.map((one) => one.oldestSeconds)),
      paused: since === undefined || reason === undefined ? null : { since, reason },
    };
  });
}

interface GatewayMetricsOptions {
  readonly read: () => Promise<readonly GatewayState[]>;
  readonly patienceSeconds: number;
}

/** Gauges of what waits for gateways, read at each scrape. */
export function createGatewayMetrics(
  registers: Registry[],
  { read, patienceSeconds }: GatewayMetricsOptions,
): { refresh(): Promise<void> } {
  const waiting = new Gauge({
    name: 'cascade_gateway_waiting_messages',
    help: 'Messages whose gateway failed, has no room, or is paused.',
    labelNames: ['channel'],
    registers,
  });
  const oldest = new Gauge({
    name: 'cascade_gateway_oldest_seconds',
    help: 'How long ago the stage of the oldest message began that waits for its gateway.',
    labelNames: ['channel'],
    registers,
  });
  const paused = new Gauge({
    name: 'cascade_gateway_paused',
    help: 'Whether a gateway is paused: by an operator, or by this replica after failures.',
    labelNames: ['channel', 'by'],
    registers,
  });
  return {
    async refresh() {
      for (const gauge of [waiting, oldest, paused]) gauge.reset();
      const gateways = await withTimeout(patienceSeconds, read()).catch(() => []);
      for (const { channel, state, ...gateway } of gateways) {
        waiting.set({ channel }, gateway.waiting);
        oldest.set({ channel }, gateway.oldestSeconds);
        paused.set({ channel, by: 'operator' }, gateway.paused === null ? 0 : 1);
        paused.set({ channel, by: 'failures' }, state === 'open' ? 0 : 1);
      }
    },
  };
}

/** The store that is furthest behind decides. */
export function joinAdmissions(stores: readonly Pick<ObservedStore, 'admission'>[]): AdmissionState {
  return {
    get lag() {
      return Math.max(0, ...stores.map(({ admission }) => admission.lag));
    },
    get perSecond() {
      return Math.min(...stores.map(({ admission }) => admission.perSecond));
    },
  };
}

/** The clock that differs most. */
export function joinClocks(stores: readonly Pick<ObservedStore, 'clock'>[]): ClockState {
  return {
    get ahead() {
      const differences = stores.map(({ clock }) => clock.ahead);
      return differences.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0);
    },
  };
}

export function sumWaiting(stores: readonly Pick<ObservedStore, 'waiting'>[]): number {
  return stores.reduce((sum, { waiting }) => sum + waiting(), 0);
}

/** The queues of all stores together: counts are added, and of the oldest jobs the oldest counts. */
export async function readAllQueues(pools: readonly Pool[]): Promise<readonly QueueState[]> {
  const states = (await Promise.all(pools.map(readQueues))).flat();
  return [...Map.groupBy(states, ({ name }) => name)].map(([name, ofName]) => ({
    name,
    ready: sum(ofName.map(({ ready }) => ready)),
    deferred: sum(ofName.map(({ deferred }) => deferred)),
    active: sum(ofName.map(({ active }) => active)),
    oldestSeconds: Math.max(0, ...ofName.map(({ oldestSeconds }) => oldestSeconds)),
  }));
}

export async function readAllReceiverCounts(pools: readonly Pool[]): Promise<ReceiverCounts> {
  const counts = await Promise.all(pools.map(readReceiverCounts));
  return {
    failing: sum(counts.map(({ failing }) => failing)),
    disabled: sum(counts.map(({ disabled }) => disabled)),
    undelivered: sum(counts.map(({ undelivered }) => undelivered)),
    parked: sum(counts.map(({ parked }) => parked)),
    unmatched: sum(counts.map(({ unmatched }) => unmatched)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** What back-pressure says of itself. */
interface AdmissionState {
  /** How long the oldest work that waits for the service has been due, in seconds. */
  readonly lag: number;
  /** Messages a second that this replica admits; infinite while it refuses none. */
  readonly perSecond: number;
}

export function createAdmissionMetrics(registers: Registry[], admission: AdmissionState): void {
  new Gauge({
    name: 'cascade_work_lag_seconds',
    help: 'How long the oldest work that waits for the service has been due; retries do not count.',
    registers,
    collect() {
      this.set(admission.lag);
    },
  });
  new Gauge({
    name: 'cascade_admission_limit',
    help: 'Messages a second that this replica admits; +Inf while it refuses none.',
    registers,
    collect() {
      this.set(admission.perSecond);
    },
  });
}

/** What a replica knows of its machine's clock. */
interface ClockState {
  /** Seconds that the machine's clock is ahead of the database's. */
  readonly ahead: number;
}

export function createClockMetrics(registers: Registry[], clock: ClockState): void {
  new Gauge({
    name: 'cascade_clock_difference_seconds',
    help: "How far the clock of the replica's machine is ahead of the database's; negative if it is behind.",
    registers,
    collect() {
      this.set(clock.ahead);
    },
  });
}

/** Registrations in trouble, and what waits for an operator or a message. */
interface ReceiverCounts {
  readonly failing: number;
  readonly disabled: number;
  /** 100,001 stands for any larger number. */
  readonly undelivered: number;
  /** Events that wait in lanes; 100,001 stands for any larger number. */
  readonly parked: number;
  /** Receipts whose message is not known; 100,001 stands for any larger number. */
  readonly unmatched: number;
}

interface ReceiverMetricsOptions {
  readonly read: () => Promise<ReceiverCounts>;
  readonly patienceSeconds: number;
}

export interface ReceiverMetrics {
  refresh(): Promise<void>;
  onUnmatched(outcome: UnmatchedOutcome, count: number): void;
}

/** Gauges that each scrape reads from the store, like those of the queues; and what became of unmatched receipts. */
export function createReceiverMetrics(
  registers: Registry[],
  { read, patienceSeconds }: ReceiverMetricsOptions,
): ReceiverMetrics {
  const registrations = new Gauge({
    name: 'cascade_callback_registrations',
    help: 'Callback registrations whose last attempt failed, and those that are disabled.',
    labelNames: ['state'],
    registers,
  });
  const undelivered = new Gauge({
    name: 'cascade_callback_undelivered_events',
    help: 'Status events that no attempt is planned for, up to 100,001.',
    registers,
  });
  const parked = new Gauge({
    name: 'cascade_callback_parked_events',
    help: 'Status events that wait for a retry, for room, or for a receiver that does not answer, up to 100,001.',
    registers,
  });
  const unmatched = new Gauge({
    name: 'cascade_unmatched_receipts',
    help: 'Receipts of SMPP that wait until their message is known, up to 100,001.',
    registers,
  });
  const ended = new Counter({
    name: 'cascade_unmatched_receipts_ended_total',
    help: 'Receipts of SMPP that no longer wait: their message was found, or they were dropped.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['matched', 'dropped']) ended.inc({ outcome }, 0);

  async function refresh(): Promise<void> {
    registrations.reset();
    for (const gauge of [undelivered, parked, unmatched]) gauge.remove();
    const counts = await withTimeout(patienceSeconds, read()).catch(() => undefined);
    if (counts === undefined) return;
    registrations.set({ state: 'failing' }, counts.failing);
    registrations.set({ state: 'disabled' }, counts.disabled);
    undelivered.set(counts.undelivered);
    parked.set(counts.parked);
    unmatched.set(counts.unmatched);
  }

  return { refresh, onUnmatched: (outcome, count) => ended.inc({ outcome }, count) };
}

/** Reads indexes that have entries for trouble only. */
async function readReceiverCounts(pool: Pool): Promise<ReceiverCounts> {
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

/** The state of one kind of due work. */
export interface QueueState {
  readonly name: string;
  /** Due, and of no replica, in parcels of up to 32 messages or events. 100,001 stands for any larger number. */
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
select queue.name,
  (select count(*)::integer from (
    select from ${t.due} where owner is null and kind = queue.kind and gateway is null and due_at <= now() limit 100001
  ) as free) as ready,
  (select count(*)::integer from (
    select from ${t.due} where owner is null and kind = queue.kind and (gateway is not null or due_at > now()) limit 100001
  ) as later) as deferred,
  (select count(*)::integer from ${t.due} where owner is not null and kind = queue.kind) as active,
  coalesce((
    select greatest(extract(epoch from now() - due_at), 0) from ${t.due}
    where owner is null and kind > 1 and kind = queue.kind and due_at <= now() and gateway is null
    order by due_at limit 1
  ), 0)::float8 as "oldestSeconds"
from (values (2, 'cascade-stage'), (3, 'cascade-timer')) as queue (kind, name)
union all
select 'cascade-callback',
  (select count(*)::integer from (select from ${t.due} where owner is null and kind = 1 limit 100001) as free),
  (select count(*)::integer from (select from ${t.waiting} limit 100001) as waiting),
  (select count(*)::integer from ${t.due} where owner is not null and kind = 1),
  coalesce((
    select greatest(extract(epoch from now() - written_at), 0) from ${t.due}
    where owner is null and kind = 1 order by written_at limit 1
  ), 0)::float8
`;
