import { setTimeout as pause } from 'node:timers/promises';
import { lookAt } from '@cascade/service/bench';
import type { ServiceProcess } from '@cascade/service/testing';
import { apiKey, benchAccount, type LoadAccount, oneStage } from '../../harness/accounts.ts';
import type { Bed } from '../../harness/bed.ts';
import type { IntervalReport } from '../../harness/children/report-receiver.ts';
import { type Forked, startLoad } from '../../harness/fork.ts';
import { readFigures } from '../../harness/metrics.ts';
import {
  type Cluster,
  makeRoot,
  operator,
  postmaster,
  startCitus,
  startCluster,
  startPooler,
  urlOf,
} from '../../harness/postgres.ts';
import { memoryOf, processorSeconds, serverSeconds, withChildren } from '../../harness/processes.ts';
import { startReporter, untilQuiet } from '../../harness/receivers.ts';
import { median, round, sum } from '../../harness/statistics.ts';

/** How the service reaches what it keeps: directly, if nothing else is said. */
export interface Through {
  /** Through PgBouncer in transaction mode, with these settings of the role, as `name = value`. */
  readonly pooled?: readonly string[];
  /** On a Citus cluster of as many workers, with four shards and an account in each. */
  readonly workers?: number;
  /** `cli.ts` of another version. */
  readonly program?: string;
  /** Messages of another account that begin tomorrow. */
  readonly deferred?: number;
  /** Made of the way to the database; what is between the service and it. */
  readonly between?: (cluster: Cluster) => Promise<string>;
}

interface WorldShape extends Through {
  readonly name: string;
  /** With a callback. */
  readonly statuses: readonly string[];
}

/** A service on a database, with a gateway and a receiver, whose work is counted. */
export type CostWorld = Awaited<ReturnType<typeof startCostWorld>>;
/** What a cascade costs at a rate. */
export type CascadeCost = Awaited<ReturnType<CostWorld['cost']>>;

/** What a second without any message takes. */
export interface Rest {
  /** Of processor time, by process. */
  readonly millisecondsPerSecond: Readonly<Record<string, number>>;
  readonly memoryMiB: Readonly<Record<'node' | 'postgres', number>>;
}

const shards = 4;
/** The account whose messages wait. */
const later: LoadAccount = { name: 'later', cascades: oneStage };

export async function startCostWorld(
  bed: Bed,
  { name, statuses, program, deferred = 0, ...way }: WorldShape,
) {
  const { clusters, databaseUrl, pooler } = await startDatabase(bed, name, way);
  const receiver = await startReporter(bed);
  const gateway = await bed.gateway({ kind: 'smpp', isEnroute: true });
  const first = benchAccount(receiver.message, statuses);
  const others =
    way.workers === undefined ? [] : Array.from({ length: shards - 1 }, (_, at) => `${apiKey}-${at}`);
  const keys = [apiKey, ...others];
  const accounts = [...keys.map((key) => ({ ...first, name: key })), later];
  const service = await bed.service({ accounts, gateway, databaseUrl, program });
  if (deferred > 0) await defer(service.url, deferred);
  const settings = way.pooled && (await lookAt(databaseUrl, readSettings));
  return { name, settings, ...meterOf({ service, receiver, keys, clusters, pooler }) };
}

interface Metered {
  readonly service: ServiceProcess;
  /** Reports every second. */
  readonly receiver: Forked<string>;
  /** Of the accounts, which take turns. */
  readonly keys: readonly string[];
  readonly clusters: Readonly<Record<string, Cluster>>;
  /** The process id of PgBouncer. */
  readonly pooler: number | undefined;
}

function meterOf(metered: Metered) {
  const { service, receiver, keys, clusters } = metered;
  let lags: number[] = [];
  receiver.process.on('message', ({ ended, lagP50 }: IntervalReport) => {
    if (ended > 0) lags.push(lagP50);
  });

  /** Sends at a rate, until two seconds have passed without a callback; medians, in milliseconds. */
  async function offer(rate: number, seconds: number) {
    lags = [];
    const { p50Milliseconds } = await startLoad({ urls: [service.url], keys, rate, seconds }).sent;
    await untilQuiet([receiver], 2);
    return { acceptedMilliseconds: round(p50Milliseconds), lagMilliseconds: round(median(lags)) };
  }

  /** What is done and used during some work. */
  async function during<Result>(work: () => Promise<Result>) {
    const before = await count(metered);
    const result = await work();
    const after = await count(metered);
    const spent = (key: 'at' | 'ended' | 'wal' | 'commits') => after[key] - before[key];
    /** Seconds of each process, by what it is. */
    const used = Object.entries(after.used).map(
      ([process, seconds]) => [process, seconds - (before.used[process] ?? 0)] as const,
    );
    return { result, spent, used };
  }

  return {
    offer,
    during,
    /** Milliseconds of processor time, and the memory afterwards. */
    async rest(seconds: number): Promise<Rest> {
      const { spent, used } = await during(() => pause(seconds * 1_000));
      const servers = Object.values(clusters).flatMap(({ folder }) => withChildren(postmaster(folder) ?? 0));
      return {
        millisecondsPerSecond: each(used, (its) => round((its / spent('at')) * 1_000)),
        memoryMiB: { node: round(memoryOf([service.pid]).pss), postgres: round(memoryOf(servers).pss) },
      };
    },
    /** What a cascade costs at a rate, in microseconds, with what is used at rest taken off. */
    async cost(rate: number, seconds: number, rest?: Rest) {
      const { result, spent, used } = await during(() => offer(rate, seconds));
      const ended = spent('ended');
      const idle = (process: string) => ((rest?.millisecondsPerSecond[process] ?? 0) / 1_000) * spent('at');
      const microseconds = each(used, (its, process) => Math.round(((its - idle(process)) / ended) * 1e6));
      return {
        rate,
        endedPerSecond: round(ended / spent('at')),
        milliseconds: round(sum(Object.values(microseconds)) / 1_000),
        microseconds,
        commits: round(spent('commits') / ended),
        walBytes: Math.round(spent('wal') / ended),
        ...result,
      };
    },
  };
}

/** What has been done and used since the start; times in seconds, `wal` in bytes of the log. */
async function count({ service, clusters, pooler }: Metered) {
  const { ended, cpuSeconds } = await readFigures(service.operationsUrl);
  const databases = await Promise.all(Object.values(clusters).map(({ ask }) => ask(databaseSql)));
  const done = databases.map((json): DatabaseWork => JSON.parse(json));
  const ofServers = Object.entries(clusters).map(([server, { folder }]) => [
    server,
    serverSeconds(postmaster(folder) ?? 0),
  ]);
  const ofPooler = pooler === undefined ? {} : { pgBouncer: processorSeconds(pooler) };
  const used = { node: cpuSeconds, ...Object.fromEntries(ofServers), ...ofPooler };
  return {
    at: performance.now() / 1_000,
    ended,
    wal: sum(done.map(({ wal }) => wal)),
    commits: sum(done.map(({ commits }) => commits)),
    used: used as Readonly<Record<string, number>>,
  };
}

function each(
  used: readonly (readonly [process: string, seconds: number])[],
  of: (seconds: number, process: string) => number,
): Readonly<Record<string, number>> {
  return Object.fromEntries(used.map(([process, seconds]) => [process, of(seconds, process)]));
}

interface DatabaseWork {
  readonly wal: number;
  readonly commits: number;
}

const databaseSql = `select json_build_object('wal', (pg_current_wal_lsn() - '0/0')::float8, 'commits', xact_commit)
  from pg_stat_database where datname = current_database()`;

/** The servers by name, and how the service reaches them. */
async function startDatabase(bed: Bed, name: string, { pooled, workers = 0, between }: Through) {
  if (workers > 0) {
    const { coordinator, workers: all, url } = await startCitus(bed, workers, shards);
    const numbered = all.map((worker, at) => [`worker ${at + 1}`, worker]);
    const clusters: Readonly<Record<string, Cluster>> = { coordinator, ...Object.fromEntries(numbered) };
    return { clusters, databaseUrl: url };
  }
  const postgres = await startCluster(bed, await makeRoot(bed), name);
  for (const setting of pooled ?? []) await postgres.ask(`alter role ${operator} set ${setting}`);
  const pooler = pooled && (await startPooler(bed, postgres.port));
  const direct = (await between?.(postgres)) ?? urlOf([postgres]);
  return {
    clusters: { postgres } as Readonly<Record<string, Cluster>>,
    databaseUrl: pooler?.url ?? direct,
    pooler: pooler?.pid,
  };
}

/** Messages that begin tomorrow. */
async function defer(url: string, messages: number): Promise<void> {
  const startTime = new Date(Date.now() + 86_400_000).toISOString();
  const rate = 1_000;
  const load = { urls: [url], keys: [later.name], rate, seconds: messages / rate, startTime };
  const { accepted } = await startLoad(load).sent;
  if (accepted.length < messages)
    throw new Error(`expected ${messages} messages to be accepted, found ${accepted.length}`);
}

/** Of the sessions through PgBouncer; what the service asks for itself is ignored there. */
async function readSettings(asked: Parameters<Parameters<typeof lookAt>[1]>[0]) {
  const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const names = ['jit', 'enable_seqscan', 'plan_cache_mode', ...limits];
  const sql = 'select name, current_setting(name) as value from unnest($1::text[]) as name';
  const { rows } = await asked.query<{ name: string; value: string }>(sql, [names]);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
