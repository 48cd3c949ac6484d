import type { Pool } from 'pg';
import { createAccountDirectory } from '../accounts/directory/account-directory.ts';
import { createOperations } from '../api/operations.ts';
import type { Admission } from '../back-pressure/admission.ts';
import { startAdmission } from '../back-pressure/start-admission.ts';
import { startEngine } from '../engine/start-engine.ts';
import { watchPausedGateways } from '../gateways/paused-gateways.ts';
import type { TakesReceipts } from '../gateways/receipt-line.ts';
import type { ObservedStore } from '../observability/observed-store.ts';
import { whyUnusable } from '../store/connection/why-unusable.ts';
import { createReadPool } from '../store/create-pool.ts';
import { joinReplicas } from '../store/replica.ts';
import { acceptRequests } from './accept-requests.ts';
import { keepClock } from './keep-clock.ts';
import { keepUp, openUpkeep } from './keep-up.ts';
import type { RunOptions, ServedDatabase } from './run-options.ts';
import { sendCallbacks } from './send-callbacks.ts';
import type { Serving } from './serve.ts';

/** What a replica runs for the accounts of a database, until the shutdown. */
export interface RunningStore extends ObservedStore, Serving, TakesReceipts {
  readonly admission: Admission;
}

/** Starts engine, callbacks, intake and upkeep on a database. Resolves once the accounts are loaded. */
export async function runStore(database: ServedDatabase, options: RunOptions): Promise<RunningStore> {
  const { log, shutdown, metrics, receivers, gateways } = options;
  const { pool, connections, centralPool = pool } = database;
  const readPool = openReadPool(database, options);
  const upkeep = openUpkeep(database, options);
  const clock = await keepClock({ pool, upkeep, log, shutdown });
  const { now } = clock;
  const directory = createAccountDirectory({ pool: centralPool, log, now });
  shutdown.add({ of: 'accounts', end: () => directory.close() });
  await directory.ready();
  const replica = await joinReplicas({ pool, log });
  shutdown.add({ of: 'the replicas', end: replica.leave });
  const breaks = () => connections.breaks;
  const callbacks = sendCallbacks({ pool, replica, breaks, announcements: centralPool }, options);
  const { onApplied, onResultCommitted, onWithdrawal } = metrics;
  const engine = startEngine({
    pool,
    breaks,
    callbacks,
    log,
    now,
    gateways: gateways.gatewayOf,
    laneOf: gateways.laneOf,
    isPaused: await watchPauses(pool, options),
    replica,
    settings: options.engineSettings,
    onApplied,
    onResultCommitted,
    onWithdrawal,
  });
  shutdown.add({ of: 'gateways', end: engine.stop, underWay: () => engine.underWay });
  keepUp(upkeep, now, options);
  const intake = acceptRequests({ pool, idPool: centralPool, enqueue: engine.enqueue }, options);
  const { writes } = intake;
  const back = startAdmission({ pool, boundSeconds: options.lagSeconds, log });
  shutdown.add({ of: 'back-pressure', end: back.stop });
  return {
    directory,
    admission: back.admission,
    clock,
    pool,
    readPool,
    waiting: intake.waiting,
    lanes: callbacks.lanes,
    gatewayLanes: engine.gatewayLanes,
    operations: createOperations({ intake, readPool, pool: centralPool, receivers, now }),
    onReceipt: engine.onReceipt,
    onHeardReceipt: engine.onHeardReceipt,
    whyUnusable: () => whyUnusable({ pool, connections, writes }),
  };
}

/** For large reads. */
function openReadPool(database: ServedDatabase, { log, shutdown }: RunOptions): Pool {
  const readPool = createReadPool({ ...database, log });
  shutdown.add({ of: 'reads', end: () => readPool.end() });
  return readPool;
}

async function watchPauses(pool: Pool, { log, shutdown }: RunOptions): Promise<(channel: string) => boolean> {
  const pauses = await watchPausedGateways(pool, log);
  shutdown.add({ of: 'pauses of gateways', end: pauses.stop });
  return pauses.isPaused;
}
