import { once } from 'node:events';
import { lookAt } from '@cascade/service/bench';
import type { ServiceProcess } from '@cascade/service/testing';
import { apiKey, benchAccount } from './accounts.ts';
import type { Asked } from './audit.ts';
import { withBed } from './bed.ts';
import type { Received } from './children/report-receiver.ts';
import { type Forked, startLoad } from './fork.ts';
import { readFigures } from './metrics.ts';
import { type Cluster, makeRoot, operator, startCluster, startPooler, urlOf } from './postgres.ts';
import { processorSeconds, serverClock } from './processes.ts';
import { startReporter } from './receivers.ts';
import { round } from './statistics.ts';

/** What has been done and used since the start; times in seconds. */
interface Counters {
  readonly at: number;
  readonly ended: number;
  readonly node: number;
  readonly postgres: number;
  /** 0 without it. */
  readonly pooler: number;
  /** Bytes of the log. */
  readonly wal: number;
  readonly commits: number;
}

export interface Meter {
  /** Sends at a rate, until two seconds have passed without a callback; resolves to the median of the answers. */
  offer(rate: number, seconds: number): Promise<number>;
  count(): Promise<Counters>;
}

interface Metered {
  readonly service: ServiceProcess;
  /** Reports every second. */
  readonly receiver: Forked<string>;
  /** A session with the server beside the service. */
  readonly asked: Asked;
  /** The process id of PgBouncer. */
  readonly pooler?: number | undefined;
}

/** Counts what whole cascades of the bench account cost in Node, PostgreSQL and PgBouncer. */
export async function meterOf({ service, receiver, asked, pooler }: Metered): Promise<Meter> {
  const clock = await serverClock(asked);
  let callbacks = 0;
  receiver.process.on('message', (received: Received) => {
    callbacks += received.callbacks;
  });
  return {
    async offer(rate, seconds) {
      const { p50Milliseconds } = await startLoad({ urls: [service.url], keys: [apiKey], rate, seconds })
        .sent;
      // The last callbacks arrive after the last cascade has ended.
      for (let last = -1; last < callbacks; ) {
        last = callbacks;
        await once(receiver.process, 'message');
        await once(receiver.process, 'message');
      }
      return p50Milliseconds;
    },
    async count() {
      const { rows } = await asked.query<Pick<Counters, 'wal' | 'commits'>>(
        `select (pg_current_wal_lsn() - '0/0')::float8 as wal, xact_commit::float8 as commits
         from pg_stat_database where datname = current_database()`,
      );
      const { ended, cpuSeconds: node } = await readFigures(service.operationsUrl);
      const own = pooler === undefined ? 0 : processorSeconds(pooler);
      const [row = { wal: Number.NaN, commits: Number.NaN }] = rows;
      return { at: performance.now() / 1_000, ended, node, postgres: clock(), pooler: own, ...row };
    },
  };
}

/** What one cascade cost between two counts, in microseconds; `idle` is what a second without any uses. */
export function costBetween(before: Counters, after: Counters, idle: { node: number; postgres: number }) {
  const of = (key: keyof Counters) => after[key] - before[key];
  const ended = of('ended');
  const used = (key: 'node' | 'postgres') => Math.round(((of(key) - idle[key] * of('at')) / ended) * 1e6);
  return {
    ended,
    endedPerSecond: ended / of('at'),
    nodeMicroseconds: used('node'),
    postgresMicroseconds: used('postgres'),
    poolerMicroseconds: Math.round((of('pooler') / ended) * 1e6),
    walBytes: Math.round(of('wal') / ended),
    commits: of('commits') / ended,
  };
}

export interface Shape {
  /** Cascades a second. */
  readonly rate: number;
  readonly seconds: number;
  /** With a callback. */
  readonly statuses: readonly string[];
  /** `cli.ts` of another version. */
  readonly program?: string | undefined;
  /** Folder for V8's profile; without it neither Node nor PostgreSQL is profiled. */
  readonly profiles?: string;
  /** Through PgBouncer in transaction mode, with these settings of the role, as `name = value`. */
  readonly pooled?: readonly string[];
}

export type WorldResult = Awaited<ReturnType<typeof runWorld>>;

const warmUpSeconds = 6;

/** Runs the load on Debian's PostgreSQL, and counts what a cascade costs. */
export function runWorld({ rate, seconds, statuses, program, profiles, pooled }: Shape) {
  return withBed(async (bed) => {
    const root = await makeRoot(bed);
    const cluster = await startCluster(bed, root, 'one');
    if (profiles !== undefined) await countStatements(cluster);
    for (const setting of pooled ?? []) await cluster.ask(`alter role ${operator} set ${setting}`);
    const pooler = pooled && (await startPooler(bed, root, cluster.port));
    const receiver = await startReporter(bed);
    const service = await bed.service({
      accounts: [benchAccount(receiver.message, statuses)],
      databaseUrl: pooler?.url ?? urlOf([cluster]),
      ...(profiles !== undefined && {
        environment: { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` },
      }),
      program,
    });
    const result = await lookAt(urlOf([cluster]), async (asked) => {
      const { offer, count } = await meterOf({ service, receiver, asked, pooler: pooler?.pid });
      await offer(rate, warmUpSeconds);
      if (profiles !== undefined) await asked.query('select pg_stat_statements_reset()');
      const before = await count();
      /** Until half of the requests had their answer. */
      const p50Milliseconds = await offer(rate, seconds);
      const { ended, commits, endedPerSecond, ...cost } = costBetween(before, await count(), {
        node: 0,
        postgres: 0,
      });
      return {
        ended,
        /** `endedPerSecond` over the time of the load and two to four quiet seconds. */
        cost: { ...cost, commits: round(commits), endedPerSecond: round(endedPerSecond) },
        p50Milliseconds,
        statements: profiles === undefined ? [] : await readStatements(asked),
      };
    });
    /** Settings of the sessions through PgBouncer; those that the service asks for itself are ignored there. */
    const settings = pooler && (await lookAt(pooler.url, readSettings));
    // V8 writes its profile when the process ends.
    await service.stop();
    return { ...result, settings };
  });
}

async function readSettings(asked: Asked): Promise<Readonly<Record<string, string>>> {
  const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const names = ['jit', 'enable_seqscan', 'plan_cache_mode', ...limits];
  const sql = 'select name, current_setting(name) as value from unnest($1::text[]) as name';
  const { rows } = await asked.query<{ name: string; value: string }>(sql, [names]);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

async function countStatements(cluster: Cluster): Promise<void> {
  await cluster.ask(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await cluster.stop();
  await cluster.start();
  await cluster.ask(
    'create extension pg_stat_statements',
    `alter system set pg_stat_statements.track = 'all'`,
    'select pg_reload_conf()',
  );
}

/** A row of `pg_stat_statements`. */
export interface Statement {
  readonly query: string;
  readonly isTop: boolean;
  readonly calls: number;
  readonly rows: number;
  readonly milliseconds: number;
  readonly walBytes: number;
}

async function readStatements(asked: Asked): Promise<readonly Statement[]> {
  const { rows } = await asked.query<Statement>(
    `select query, toplevel as "isTop", calls::float8, rows::float8, (total_exec_time + total_plan_time)::float8 as milliseconds,
       wal_bytes::float8 as "walBytes"
     from pg_stat_statements order by total_exec_time desc limit 40`,
  );
  return rows;
}
