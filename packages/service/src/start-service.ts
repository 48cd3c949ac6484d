import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { ApplyReport } from './accounts/apply/section.ts';
import type { AccountsFile } from './accounts/file/read-accounts-file.ts';
import { listCascades } from './api/list-cascades.ts';
import { listChannelProfiles, listTemplates } from './api/list-senders.ts';
import type { CallbackOptions } from './callbacks/start-callbacks.ts';
import { applyToAll } from './cluster/apply-to-shards.ts';
import {
  byShard,
  heardByShard,
  joinDirectories,
  poolsByShard,
  receiptByShard,
  refusalByShard,
  type ServedShards,
  whyAllUnusable,
} from './cluster/by-shard.ts';
import { openShards, type Shard } from './cluster/open-shards.ts';
import { startShard } from './cluster/start-shard.ts';
import { prepareShards, startShards } from './cluster/start-shards.ts';
import { defined } from './defined.ts';
import {
  createGateways,
  findUnserved,
  findWithOptOuts,
  type GatewaySettings,
  type Gateways,
  type GatewaysOptions,
  traceGateways,
} from './gateways/create-gateways.ts';
import type { OnReceipt } from './gateways/gateway.ts';
import { createReceiptHandler } from './gateways/handle-receipt.ts';
import { createReceiptMatcher } from './gateways/match-receipts.ts';
import { createOptOuts } from './gateways/opt-outs.ts';
import { createServer, type Served } from './http/create-server.ts';
import { type Log, silent } from './log.ts';
import { logServed } from './observability/create-log.ts';
import { createOperationsServer } from './observability/create-operations-server.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { type AddressPolicy, createPrivateReceivers } from './permitted-address.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';
import { withinLimit } from './store/connection/stop-within-limit.ts';
import { openStore, type StoreOptions } from './store/open-store.ts';

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
  /**
   * A channel that it does not name is simulated; `cascade-service start` refuses that outside development.
   */
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
  const { log } = options;
  const shutdown = createShutdown();
  let stopping = false;
  try {
    const store = await openStore(options);
    shutdown.add({ of: 'the database', end: store.close });
    const shards = await openShards(store, log, shutdown);
    const preparing = { log, shutdown, applyAccounts: accountsApplier(options) };
    const prepared = await prepareShards(shards, preparing);
    const served: ServedShards = { running: [], away: new Set() };
    const metrics = createMetrics({
      stores: served.running,
      isAway: () => served.away.size > 0,
      operations: Object.values(paths),
    });
    const onReceipt = receiptByShard(served);
    const pools = () => poolsByShard(served);
    const receipts = createReceiptMatcher({
      pools,
      onReceipt,
      log,
      onHeard: heardByShard(served),
      onUnmatched: metrics.onUnmatched,
    });
    const optOuts = createOptOuts(pools);
    const { onDelivery, onBind } = metrics;
    const gateways = openGateways({ onReceipt, receipts, optOuts, onDelivery, onBind }, options, shutdown);
    const around = { metrics, gateways: traceGateways(gateways.gatewayOf), laneOf: gateways.laneOf };
    const start = (shard: Shard, own: Shutdown) =>
      startShard(shard, { ...shardOptions(options, own), ...around });
    await startShards(shards, prepared, served, { ...preparing, start });
    shutdown.add({ of: 'simulated receipts', end: async () => gateways.stop() });
    shutdown.add({ of: 'stored receipts', end: receipts.start() });
    const urls = await serve(served, metrics, { options, shutdown, isStopping: () => stopping });
    const close = () => {
      stopping = true;
      return withinLimit(joinConnections(shards), log, shutdown);
    };
    return { ...urls, close };
  } catch (error) {
    await shutdown.run(silent).catch(() => {});
    throw error;
  }
}

function shardOptions(options: ServiceOptions, shutdown: Shutdown) {
  const { log, gateways = {}, lengthLimits = {}, lagSeconds = 5, undeliveredDays = 30 } = options;
  return {
    log,
    shutdown,
    lagSeconds,
    undeliveredDays,
    retentionDays: options.retentionDays,
    engineSettings: {
      lengthLimits,
      withoutGateway: findUnserved(gateways),
      withOptOuts: findWithOptOuts(gateways),
    },
    receivers: policyOf(options),
    callbacks: options.callbacks ?? {},
  };
}

function policyOf({ allowLoopback = false, privateReceivers = [] }: ServiceOptions): AddressPolicy {
  return { allowLoopback, privateReceivers: createPrivateReceivers(privateReceivers) };
}

/** One connection to each gateway, whatever shard a message is of. */
function openGateways(
  around: Pick<GatewaysOptions, 'onReceipt' | 'receipts' | 'optOuts' | 'onDelivery' | 'onBind'>,
  { gateways: settings = {}, log }: ServiceOptions,
  shutdown: Shutdown,
): Gateways {
  const gateways = createGateways({ settings, ...around, log });
  shutdown.add({ of: 'connections of gateways', end: gateways.close });
  return gateways;
}

interface Serving {
  readonly options: ServiceOptions;
  readonly shutdown: Shutdown;
  readonly isStopping: () => boolean;
}

/** Opens both servers; that of the API last. */
async function serve(
  served: ServedShards,
  metrics: Metrics,
  { options, shutdown, isStopping }: Serving,
): Promise<Omit<RunningService, 'close'>> {
  const { log, host = '127.0.0.1', port = 4012, operationsPort = 4013 } = options;
  const operationsServer = createOperationsServer(
    defined({
      whyUnusable: () => whyAllUnusable(served),
      metrics,
      log,
      isStopping,
      handleReceipt: receiptHandlerOf(receiptByShard(served), options.log, options.receiptSecrets),
      pages: { stores: served.running },
    }),
  );
  const server = createServer({
    directory: joinDirectories(served),
    log,
    admission: { path: paths.schedule, refusal: (accountId) => refusalByShard(served, accountId) },
    onServed: (served) => countAndLog(metrics, log, served),
    operations: {
      [paths.schedule]: byShard(served, 'schedule'),
      [paths.listCascades]: listCascades,
      [paths.listMessages]: byShard(served, 'listMessages'),
      [paths.setCallback]: byShard(served, 'setCallback'),
      [paths.listTemplates]: listTemplates,
    },
    reading: { [paths.listChannelProfiles]: listChannelProfiles },
  });
  const operations = { of: 'connections of operations', host, port: operationsPort };
  const operationsUrl = await listen(operationsServer, operations, shutdown);
  return { operationsUrl, url: await listen(server, { of: 'connections', host, port }, shutdown) };
}

/** Of a stop: it waits while any database answers, and gives up all of them. */
function joinConnections(shards: readonly Shard[]) {
  const all = shards.flatMap(({ connections, central }) => [connections, central.connections]);
  return {
    get isAway() {
      return all.some(({ isAway }) => isAway);
    },
    abandon(reason: Error) {
      for (const connections of all) connections.abandon(reason);
    },
  };
}

function countAndLog(metrics: Metrics, log: Log, served: Served): void {
  metrics.onServed(served);
  logServed(log, served);
}

function receiptHandlerOf(onReceipt: OnReceipt, log: Log, secrets: readonly string[] = []) {
  return secrets.length > 0 ? createReceiptHandler({ onReceipt, secrets, log }) : undefined;
}

function accountsApplier({ log, accounts }: ServiceOptions) {
  return async (pools: readonly Pool[]) => {
    if (accounts !== undefined) logReport(log, await applyToAll(pools, accounts));
  };
}

/**
 * Operators read here where the command line or the API has changed what the accounts file says, and what of
 * it may be a mistake.
 */
function logReport(log: Log, { accounts }: ApplyReport): void {
  for (const { name, kept, warnings } of accounts) {
    for (const difference of kept) log.warn({ account: name, difference }, 'the accounts file is outdated');
    for (const warning of warnings) log.warn({ account: name, warning }, 'the accounts file may be wrong');
  }
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

/** Where the operations of the description are. */
const paths = {
  schedule: '/api/cascade/schedule',
  listCascades: '/api/cascade/get-all',
  listMessages: '/api/messages/history',
  setCallback: '/api/callback/set',
  listTemplates: '/api/message-matchers/get-by-request',
  listChannelProfiles: '/api/channel-profile',
} as const;
