import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { applyAccounts } from './accounts/apply/apply-accounts.ts';
import type { ApplyReport } from './accounts/apply/report.ts';
import { createAccountDirectory } from './accounts/directory/account-directory.ts';
import type { AccountsFile } from './accounts/file/read-accounts-file.ts';
import { listCascades } from './api/list-cascades.ts';
import { createListMessages } from './api/list-messages.ts';
import { paths } from './api/paths.ts';
import { createScheduleMessage } from './api/schedule-message.ts';
import { createSetCallback } from './api/set-callback.ts';
import { createAdmission } from './back-pressure/admission.ts';
import { readLag } from './back-pressure/read-lag.ts';
import { watchLag } from './back-pressure/watch-lag.ts';
import type { AddressPolicy } from './callbacks/permitted-address.ts';
import { createPrivateReceivers } from './callbacks/private-receivers.ts';
import { type CallbackOptions, type Callbacks, startCallbacks } from './callbacks/start-callbacks.ts';
import { startResending } from './callbacks/undelivered/start-resending.ts';
import { defined } from './defined.ts';
import type { CascadeRun } from './engine/cascade-run.ts';
import { changedMessage } from './engine/changed-message.ts';
import { firstStageJobs } from './engine/stage-jobs.ts';
import { type Engine, type EngineOptions, startEngine } from './engine/start-engine.ts';
import { createGateways, type GatewaySettings } from './gateways/create-gateways.ts';
import { findAttempt } from './gateways/find-attempt.ts';
import type { OnReceipt } from './gateways/gateway.ts';
import { createReceiptHandler } from './gateways/handle-receipt.ts';
import { createServer, type Served } from './http/create-server.ts';
import { createIntake, type Intake } from './intake/create-intake.ts';
import { sendJobs } from './jobs/insert-jobs.ts';
import { type Jobs, openJobs } from './jobs/open-jobs.ts';
import { rebaseJobs } from './jobs/rebase-jobs.ts';
import { type Log, silent } from './log.ts';
import { createOperationsServer } from './observability/create-operations-server.ts';
import { logServed } from './observability/log-served.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { traceGateways } from './observability/trace-gateways.ts';
import { startRetention } from './retention/start-retention.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';
import { withinLimit } from './store/connection/stop-within-limit.ts';
import { whyUnusable } from './store/connection/why-unusable.ts';
import { createPool, createReadPool, setupPatience, upkeepPatience } from './store/create-pool.ts';
import { type DatabaseClock, openDatabaseClock } from './store/database-clock.ts';
import { migrate } from './store/migrate.ts';
import { openStore, type Store, type StoreOptions } from './store/open-store.ts';
import { type LateMigrations, startLateMigrations } from './store/start-late-migrations.ts';
import { watchDatabaseClock } from './store/watch-database-clock.ts';

export interface ServiceOptions extends Pick<StoreOptions, 'databaseUrl' | 'dataFolder'> {
  readonly log: Log;
  /** Applied before the first request. */
  readonly accounts?: AccountsFile;
  /** 4012 if absent; 0 for any free port. */
  readonly port?: number;
  /** 4013 if absent; 0 for any free port. */
  readonly operationsPort?: number;
  /** `127.0.0.1` if absent. */
  readonly host?: string;
  /** Development: allows callbacks to plain HTTP on loopback. */
  readonly allowLoopback?: boolean;
  /** Networks (CIDR) and hosts on private addresses that callbacks may be sent to; none if absent. */
  readonly privateReceivers?: readonly string[];
  /** A channel that it does not name is simulated; `cascade-service start` refuses that outside development. */
  readonly gateways?: GatewaySettings;
  /** The maximum length in code points, by channel; no limit if absent (ADR-0030). */
  readonly lengthLimits?: Readonly<Record<string, number>>;
  /** Seconds that due work may be late before new messages are refused; 5 if absent. */
  readonly lagSeconds?: number;
  /** `whsec_…` of HTTP gateways; without any, receipts are not accepted. */
  readonly receiptSecrets?: readonly string[];
  /** Days that a scheduled message is kept after it ended; no limit if absent. */
  readonly retentionDays?: number;
  /** Days that an undelivered event can be sent again, and its message is kept; 30 if absent. */
  readonly undeliveredDays?: number;
  /** Time-out and retry schedule of callbacks; those of ADR-0018 if absent. */
  readonly callbacks?: Pick<CallbackOptions, 'schedule' | 'dispatcher' | 'timeoutMs'>;
}

/** A running service. */
export interface RunningService {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string;
  /** Base URL of health, readiness and metrics. */
  readonly operationsUrl: string;
  /** Finishes the work in progress and stops. Work that is due later stays in the database. */
  close(): Promise<void>;
}

/**
 * Starts the service: store, accounts, engine, callbacks, and the API last.
 * @throws if a part cannot start, after stopping the parts before it.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { log, host = '127.0.0.1' } = options;
  const shutdown = createShutdown();
  let stopping = false;
  const isStopping = () => stopping;
  try {
    const store = await openStore(options);
    shutdown.add({ of: 'the database', end: store.close });
    const { pool, connectionString, connections } = store;
    const late = await prepareStore(store, options, shutdown);
    const readPool = createReadPool({ connectionString, connections, log });
    shutdown.add({ of: 'reads', end: () => readPool.end() });
    const { jobs, clock } = await openJobsWithClock(store, log, shutdown);
    const { now } = clock;
    const directory = createAccountDirectory({ pool, log, now });
    shutdown.add({ of: 'accounts', end: () => directory.close() });
    await directory.ready();
    keepRetention(store, options, { shutdown, now });
    let intake: Intake | undefined;
    const waiting = () => intake?.waiting ?? 0;
    const admission = createAdmission({ boundSeconds: options.lagSeconds ?? 5 });
    const metrics = createMetrics({ pool, waiting, admission, clock, operations: Object.values(paths) });
    const callbacks = sendCallbacks({ pool, jobs, log, onOutcome: metrics.onOutcome }, options, shutdown);

    const sending = startSending({ pool, jobs, log, now, onApplied: tell(metrics, callbacks) }, options);
    shutdown.add({ of: 'gateways', end: sending.close, underWay: sending.underWay });

    intake = createIntake({
      pool,
      enqueue: (client, candidates) => sendJobs(client, jobs, firstStageJobs(candidates)),
      onCommit: metrics.onCommit,
    });
    shutdown.add({ of: 'intake', end: intake.drained, underWay: waiting });

    const lagWatch = watchLag({ admission, read: () => readLag(pool), log });
    shutdown.add({ of: 'back-pressure', end: lagWatch.stop });

    const handleReceipt = receiptHandlerOf(sending.onReceipt, options.receiptSecrets);
    const operationsServer = createOperationsServer(
      defined({
        whyUnusable: () => whyUnusable(store),
        ...{ metrics, log, isStopping, handleReceipt },
        pages: { pool: readPool, lanes: callbacks.lanes },
      }),
    );
    const server = createServer({
      directory,
      log,
      admission: { path: paths.schedule, refusal: admission.refusal },
      onServed: (served) => countAndLog(metrics, log, served),
      operations: {
        [paths.schedule]: createScheduleMessage(intake, now),
        [paths.listCascades]: listCascades,
        [paths.listMessages]: createListMessages(readPool, late.isDone),
        [paths.setCallback]: createSetCallback({ pool, ...policyOf(options) }),
      },
    });
    const { port = 4012, operationsPort = 4013 } = options;
    const operationsUrl = await listen(
      operationsServer,
      { of: 'connections of operations', host, port: operationsPort },
      shutdown,
    );
    const url = await listen(server, { of: 'connections', host, port }, shutdown);
    const close = () => {
      stopping = true;
      return withinLimit(connections, log, () => shutdown.run(log));
    };
    return { url, operationsUrl, close };
  } catch (error) {
    await shutdown.run(silent).catch(() => {});
    throw error;
  }
}

function policyOf({ allowLoopback = false, privateReceivers = [] }: ServiceOptions): AddressPolicy {
  return { allowLoopback, privateReceivers: createPrivateReceivers(privateReceivers) };
}

/** Of the messages of each batch after its commit. */
function tell(metrics: Metrics, callbacks: Callbacks) {
  return (runs: readonly CascadeRun[]): void => {
    metrics.onApplied(runs);
    callbacks.changed(runs.map(changedMessage));
  };
}

/** Sends status events, and sends undelivered ones again. */
function sendCallbacks(around: CallbackOptions, options: ServiceOptions, shutdown: Shutdown): Callbacks {
  const callbacks = startCallbacks({ ...options.callbacks, ...around, ...policyOf(options) });
  shutdown.add({ of: 'callbacks', end: callbacks.stop, underWay: () => callbacks.underWay });
  shutdown.add({ of: 'resending', end: startResending(around).stop });
  return callbacks;
}

/** Migrates and applies the accounts, on connections that may wait long for others that do the same. */
async function prepareStore(
  { connectionString, connections }: Store,
  { log, accounts }: ServiceOptions,
  shutdown: Shutdown,
): Promise<LateMigrations> {
  const pool = createPool({ connectionString, connections, log, size: 3, patience: setupPatience });
  shutdown.add({ of: 'connections for migrations', end: () => pool.end() });
  const onProgress = (progress: string) => log.info({ progress }, 'migrating');
  await migrate(pool, { neededOnly: true, onProgress });
  const late = await startLateMigrations({ pool, log });
  shutdown.add({ of: 'migrations', end: late.stop });
  if (accounts !== undefined) logKept(log, await applyAccounts(pool, accounts));
  return late;
}

function keepRetention(
  { connectionString, connections }: Store,
  { log, retentionDays: days, undeliveredDays = 30 }: ServiceOptions,
  { shutdown, now }: { readonly shutdown: Shutdown; readonly now: () => Date },
): void {
  const pool = createPool({ connectionString, connections, log, size: 1, patience: upkeepPatience });
  shutdown.add({ of: 'connections of retention', end: () => pool.end() });
  shutdown.add({
    of: 'retention',
    end: startRetention(defined({ pool, log, days, undeliveredDays, now })).stop,
  });
}

/** Opens the jobs and their clock, and keeps both right when the database's clock is set. */
async function openJobsWithClock(
  { pool, connectionString, connections }: Store,
  log: Log,
  shutdown: Shutdown,
): Promise<{ readonly jobs: Jobs; readonly clock: DatabaseClock }> {
  const clock = await openDatabaseClock(pool);
  const jobs = await openJobs({ connectionString, connections, log });
  shutdown.add({ of: 'jobs', end: jobs.close });
  const watch = watchDatabaseClock({
    clock,
    log,
    async onRead(seconds) {
      if (seconds > 1) jobs.clockWasSet();
      const moved = await rebaseJobs(jobs.pool);
      if (moved > 0) log.warn({ jobs: moved }, "waiting jobs were in the future of the database's clock");
    },
  });
  shutdown.add({ of: 'the clock', end: watch.stop });
  return { jobs, clock };
}

function countAndLog(metrics: Metrics, log: Log, served: Served): void {
  metrics.onServed(served);
  logServed(log, served);
}

function receiptHandlerOf(onReceipt: OnReceipt, secrets: readonly string[] = []) {
  return secrets.length > 0 ? createReceiptHandler({ onReceipt, secrets }) : undefined;
}

/** Starts the engine and its gateways, which depend on each other. */
function startSending(
  around: Omit<EngineOptions, 'gateways' | 'settings'>,
  { gateways: settings = {}, lengthLimits = {} }: ServiceOptions,
): { readonly onReceipt: OnReceipt; underWay(): number; close(): Promise<void> } {
  const { pool, log } = around;
  let engine: Engine | undefined;
  const gateways = createGateways({
    ...settings,
    onReceipt: async (receipt) => engine?.onReceipt(receipt),
    attemptOf: (reference) => findAttempt(pool, reference),
    log,
  });
  engine = startEngine({
    ...around,
    gateways: traceGateways(gateways.gatewayOf),
    settings: { lengthLimits, withoutGateway: settings.none ?? [] },
  });
  const { onReceipt, stop } = engine;
  return {
    onReceipt,
    underWay: () => engine?.underWay ?? 0,
    async close() {
      gateways.stop();
      await stop();
      await gateways.close();
    },
  };
}

/** Operators read here that the accounts file and the command line differ. */
function logKept(log: Log, { accounts }: ApplyReport): void {
  for (const { name, kept } of accounts)
    for (const difference of kept) log.warn({ account: name, difference }, 'the accounts file is outdated');
}

async function listen(
  server: FastifyInstance,
  { of, ...address }: { readonly of: string; readonly host: string; readonly port: number },
  shutdown: Shutdown,
): Promise<string> {
  shutdown.add({
    of,
    end: () => server.close(),
    underWay: () => promisify(server.server.getConnections.bind(server.server))(),
  });
  return server.listen(address);
}
