import type { Pool } from 'pg';
import { type AccountDirectory, createAccountDirectory } from '../accounts/directory/account-directory.ts';
import { createListMessages } from '../api/list-messages.ts';
import { createScheduleMessage } from '../api/schedule-message.ts';
import { createSetCallback } from '../api/set-callback.ts';
import { type Admission, createAdmission } from '../back-pressure/admission.ts';
import { readLag, watchLag } from '../back-pressure/watch-lag.ts';
import { type CallbackOptions, type Callbacks, startCallbacks } from '../callbacks/start-callbacks.ts';
import { startResending } from '../callbacks/undelivered/start-resending.ts';
import { defined } from '../defined.ts';
import { takeOverFormerWork } from '../due/former-work.ts';
import { rebaseStages } from '../due/stage-parcels.ts';
import { rebaseWaiting } from '../due/waiting.ts';
import { type EngineSettings, startEngine } from '../engine/start-engine.ts';
import type { GatewayOf, OnHeardReceipt, OnReceipt } from '../gateways/gateway.ts';
import type { GatewayLane } from '../gateways/gateway-lane.ts';
import { watchPausedGateways } from '../gateways/paused-gateways.ts';
import type { ApiOperation } from '../http/operation.ts';
import { createIntake, type Intake } from '../intake/create-intake.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { ObservedStore } from '../observability/observed-store.ts';
import type { AddressPolicy } from '../permitted-address.ts';
import { type RetentionOptions, startRetention } from '../retention/start-retention.ts';
import type { Shutdown } from '../shutdown.ts';
import { whyUnusable } from '../store/connection/why-unusable.ts';
import { createPool, createReadPool, upkeepPatience } from '../store/create-pool.ts';
import {
  type DatabaseClock,
  openDatabaseClock,
  watchDatabaseClock,
  whenSetBack,
} from '../store/database-clock.ts';
import { joinReplicas } from '../store/replica.ts';
import { createWriteWatch, type WriteWatch, writeOnce } from '../store/write-watch.ts';
import type { Shard } from './open-shards.ts';
import type { ShardNumber } from './shard.ts';

/** What every shard of a service shares. */
export interface ShardOptions {
  readonly log: Log;
  readonly shutdown: Shutdown;
  readonly gateways: GatewayOf;
  readonly laneOf: (channel: string) => GatewayLane;
  readonly engineSettings: EngineSettings;
  readonly metrics: Pick<
    Metrics,
    'onCommit' | 'onApplied' | 'onResultCommitted' | 'onWithdrawal' | 'onOutcome' | 'onFindings'
  >;
  readonly receivers: AddressPolicy;
  readonly callbacks: Pick<CallbackOptions, 'schedule' | 'dispatcher' | 'timeoutMs'>;
  readonly lagSeconds: number;
  readonly retentionDays: number | undefined;
  readonly undeliveredDays: number;
}

/** What a replica runs for the accounts of one shard, until the shutdown. */
export interface RunningShard extends ObservedStore {
  /** Absent if the database is not distributed. */
  readonly number: ShardNumber | undefined;
  readonly directory: AccountDirectory;
  readonly admission: Admission;
  readonly operations: Readonly<Record<'schedule' | 'listMessages' | 'setCallback', ApiOperation>>;
  readonly onReceipt: OnReceipt;
  readonly onHeardReceipt: OnHeardReceipt;
  /** Why its database cannot serve requests now; undefined if it can. */
  whyUnusable(): Promise<string | undefined>;
}

/** Starts engine, callbacks, intake and upkeep. Resolves once the accounts are loaded. */
export async function startShard(store: Shard, options: ShardOptions): Promise<RunningShard> {
  const { log, shutdown, metrics, receivers } = options;
  const { pool, central, number } = store;
  const { readPool, upkeep } = openPools(store, options);
  const clock = await watchClock({ pool, upkeep, log, shutdown });
  const { now } = clock;
  const directory = createAccountDirectory({ pool: central.pool, log, now });
  shutdown.add({ of: 'accounts', end: () => directory.close() });
  await directory.ready();
  shutdown.add({ of: 'former work', end: takeOverFormerWork({ pool, log }).stop });
  const replica = await joinReplicas({ pool, log });
  shutdown.add({ of: 'the replicas', end: replica.leave });
  const breaks = () => store.connections.breaks;
  const { onOutcome, onApplied, onResultCommitted, onWithdrawal } = metrics;
  const callbacks = sendCallbacks(
    { pool, replica, breaks, announcements: central.pool, log, onOutcome },
    options,
  );
  const { gateways, laneOf, engineSettings: settings } = options;
  const engine = startEngine({
    pool,
    breaks,
    callbacks,
    log,
    now,
    gateways,
    laneOf,
    isPaused: await watchPauses(pool, options),
    replica,
    settings,
    onApplied,
    onResultCommitted,
    onWithdrawal,
  });
  shutdown.add({ of: 'gateways', end: engine.stop, underWay: () => engine.underWay });
  keepRetention(upkeep, { ...options, now });
  const intake = createIntake({
    pool,
    idPool: central.pool,
    enqueue: engine.enqueue,
    onCommit: metrics.onCommit,
  });
  shutdown.add({ of: 'intake', end: intake.drained, underWay: () => intake.waiting });
  const writes = createWriteWatch({ write: () => writeOnce(pool) });
  const admission = createAdmission({ boundSeconds: options.lagSeconds });
  const lagWatch = watchLag({ admission, read: () => readLag(pool), log });
  shutdown.add({ of: 'back-pressure', end: lagWatch.stop });
  return {
    number,
    directory,
    admission,
    clock,
    pool,
    readPool,
    waiting: () => intake.waiting,
    lanes: callbacks.lanes,
    gatewayLanes: engine.gatewayLanes,
    operations: {
      schedule: createScheduleMessage(watched(intake, writes), now),
      listMessages: createListMessages(readPool),
      setCallback: createSetCallback({ pool: central.pool, ...receivers }),
    },
    onReceipt: engine.onReceipt,
    onHeardReceipt: engine.onHeardReceipt,
    whyUnusable: () => whyUnusable({ ...store, writes }),
  };
}

/** Besides the pool of requests and due work. */
function openPools(store: Shard, { log, shutdown }: ShardOptions) {
  const readPool = createReadPool({ ...store, log });
  shutdown.add({ of: 'reads', end: () => readPool.end() });
  const upkeep = createPool({ ...store, log, size: 2, patience: upkeepPatience });
  shutdown.add({ of: 'connections of upkeep', end: () => upkeep.end() });
  return { readPool, upkeep };
}

async function watchPauses(
  pool: Pool,
  { log, shutdown }: ShardOptions,
): Promise<(channel: string) => boolean> {
  const pauses = await watchPausedGateways(pool, log);
  shutdown.add({ of: 'pauses of gateways', end: pauses.stop });
  return pauses.isPaused;
}

/** Reports what became of each request. */
function watched(intake: Intake, writes: WriteWatch): Pick<Intake, 'submit'> {
  return {
    submit(item) {
      const submitted = intake.submit(item);
      submitted.then((verdict) => verdict === 'accepted' && writes.committed(), writes.failed);
      return submitted;
    },
  };
}

/** Sends status events, and sends undelivered ones again. */
function sendCallbacks(
  around: Pick<CallbackOptions, 'pool' | 'replica' | 'breaks' | 'announcements' | 'log' | 'onOutcome'>,
  { callbacks: settings, receivers, shutdown }: ShardOptions,
): Callbacks {
  const callbacks = startCallbacks({ ...settings, ...around, ...receivers });
  shutdown.add({ of: 'callbacks', end: callbacks.stop, underWay: () => callbacks.underWay });
  shutdown.add({ of: 'resending', end: startResending(around).stop });
  return callbacks;
}

function keepRetention(
  pool: Pool,
  {
    log,
    shutdown,
    retentionDays: days,
    undeliveredDays,
    metrics: { onFindings },
    now,
  }: ShardOptions & Required<Pick<RetentionOptions, 'now'>>,
): void {
  shutdown.add({
    of: 'retention',
    end: startRetention(defined({ pool, log, days, undeliveredDays, onFindings, now })).stop,
  });
}

interface ClockOptions extends Pick<ShardOptions, 'log' | 'shutdown'> {
  readonly pool: Pool;
  /** What waits may be millions of rows. */
  readonly upkeep: Pool;
}

/** Keeps what waits right when the database's clock is set back. */
async function watchClock({ pool, upkeep, log, shutdown }: ClockOptions): Promise<DatabaseClock> {
  const rebase = async () => {
    const moved = (await rebaseStages(upkeep)) + (await rebaseWaiting(upkeep));
    if (moved > 0) log.warn({ moved }, "work that waits was in the future of the database's clock");
  };
  const clock = await openDatabaseClock(pool);
  const watch = watchDatabaseClock({ clock, log, onRead: whenSetBack(rebase) });
  shutdown.add({ of: 'the clock', end: watch.stop });
  return clock;
}
