import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lookAt, startServiceProcess } from '@cascade/service/bench';
import { apiKey, benchFile } from '../accounts-file.ts';
import { serverCpu } from '../capacity/server-cpu.ts';
import { type Cluster, makeCluster, makeRoot, operator } from '../crash/cluster.ts';
import { type Pooler, startPooler } from '../crash/pooler.ts';
import { readFigures } from '../end-to-end/read-figures.ts';
import { processorSeconds } from '../processor-time.ts';
import { round } from '../report.ts';
import type { Received } from '../report-receiver.ts';
import { startLoad } from '../start-load.ts';
import { type Pool, readStatements, type Statement } from './statements.ts';

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

export interface WorldResult {
  readonly ended: number;
  readonly nodeMicroseconds: number;
  readonly cost: {
    readonly nodeMicroseconds: number;
    readonly postgresMicroseconds: number;
    /** 0 without it. */
    readonly poolerMicroseconds: number;
    readonly walBytes: number;
    readonly commits: number;
    /** Over the time of the load and two to four quiet seconds. */
    readonly endedPerSecond: number;
  };
  /** Until half of the requests had their answer. */
  readonly p50Milliseconds: number;
  readonly statements: readonly Statement[];
  /** Settings of the sessions through PgBouncer; those that the service asks for itself are ignored there. */
  readonly settings: Readonly<Record<string, string>>;
}

const receiverModule = fileURLToPath(new URL('../report-receiver.ts', import.meta.url));
const warmUpSeconds = 6;

/** Runs the load on a server of its own, and counts what a cascade costs. */
export async function runWorld(shape: Shape): Promise<WorldResult> {
  const { root, remove } = await makeRoot();
  const cluster = await makeCluster(root, 'one');
  const accounts = join(tmpdir(), `cascade-profile-${process.pid}.yaml`);
  const receiver = await startReceiver();
  try {
    await cluster.start();
    if (shape.profiles !== undefined) await countStatements(cluster);
    await writeFile(accounts, benchFile(receiver.url, shape.statuses));
    const url = urlOf(cluster);
    if (shape.pooled === undefined) return await runService(shape, { url, accounts, receiver });
    for (const setting of shape.pooled) await cluster.ask(`alter role ${operator} set ${setting}`);
    const pooler = await startPooler(root, cluster.port);
    try {
      const result = await runService(shape, { url, pooler, accounts, receiver });
      return { ...result, settings: await lookAt(pooler.url, readSettings) };
    } finally {
      pooler.kill();
    }
  } finally {
    receiver.close();
    await cluster.stop();
    await remove();
    await rm(accounts, { force: true });
  }
}

function urlOf({ port }: Cluster): string {
  return `postgresql://${operator}@127.0.0.1:${port}/postgres?sslmode=disable`;
}

async function readSettings(pool: Pool): Promise<Readonly<Record<string, string>>> {
  const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const names = ['jit', 'enable_seqscan', 'plan_cache_mode', ...limits];
  const sql = 'select name, current_setting(name) as value from unnest($1::text[]) as name';
  const { rows } = await pool.query<{ name: string; value: string }>(sql, [names]);
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

interface CountingReceiver {
  readonly url: string;
  /** Resolves once two seconds have passed without a callback. */
  quiet(): Promise<void>;
  close(): void;
}

async function startReceiver(): Promise<CountingReceiver> {
  const child = fork(receiverModule);
  const [url] = await once(child, 'message');
  let callbacks = 0;
  child.on('message', (received: Received) => {
    callbacks += received.callbacks;
  });
  return {
    url,
    async quiet() {
      for (let last = -1; last < callbacks; ) {
        last = callbacks;
        await once(child, 'message');
        await once(child, 'message');
      }
    },
    close: () => child.removeAllListeners('message').disconnect(),
  };
}

interface Surroundings {
  /** Of the server itself. */
  readonly url: string;
  readonly pooler?: Pooler;
  readonly accounts: string;
  readonly receiver: CountingReceiver;
}

async function runService(
  shape: Shape,
  { url, pooler, accounts, receiver }: Surroundings,
): Promise<WorldResult> {
  const { rate, seconds, program, profiles } = shape;
  const service = await startServiceProcess({
    args: ['--accounts', accounts],
    logLevel: 'error',
    environment: {
      DATABASE_URL: pooler?.url ?? url,
      ...(profiles !== undefined && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` }),
    },
    program,
  });
  const offer = async (duration: number) => {
    const load = startLoad({ urls: [service.url], keys: [apiKey], rate, seconds: duration });
    const { p50Milliseconds } = await load.sent;
    await receiver.quiet();
    return p50Milliseconds;
  };
  try {
    return await lookAt(url, async (pool) => {
      await offer(warmUpSeconds);
      if (profiles !== undefined) await pool.query('select pg_stat_statements_reset()');
      const count = await counter(pool, service.operationsUrl, pooler);
      const before = await count();
      const p50Milliseconds = await offer(seconds);
      const result = resultOf(before, await count());
      return {
        ...result,
        p50Milliseconds,
        settings: {},
        statements: profiles === undefined ? [] : await readStatements(pool),
      };
    });
  } finally {
    await service.stop();
  }
}

interface Counters {
  readonly at: number;
  readonly ended: number;
  readonly node: number;
  readonly postgres: number;
  readonly pooler: number;
  readonly wal: number;
  readonly commits: number;
}

async function counter(
  pool: Pool,
  operationsUrl: string,
  pooler: Pooler | undefined,
): Promise<() => Promise<Counters>> {
  const cpu = await serverCpu(pool);
  return async () => {
    const { rows } = await pool.query(
      `select (pg_current_wal_lsn() - '0/0')::float8 as wal, xact_commit::float8 as commits
       from pg_stat_database where datname = current_database()`,
    );
    const { ended, cpuSeconds: node } = await readFigures(operationsUrl);
    const own = pooler === undefined ? 0 : processorSeconds(pooler.pid);
    return { at: performance.now() / 1_000, ended, node, postgres: cpu(), pooler: own, ...rows[0] };
  };
}

function resultOf(
  before: Counters,
  after: Counters,
): Pick<WorldResult, 'ended' | 'nodeMicroseconds' | 'cost'> {
  const ended = after.ended - before.ended;
  const per = (of: (counters: Counters) => number) => (of(after) - of(before)) / ended;
  const nodeMicroseconds = Math.round(per(({ node }) => node) * 1e6);
  const cost = {
    nodeMicroseconds,
    postgresMicroseconds: Math.round(per(({ postgres }) => postgres) * 1e6),
    poolerMicroseconds: Math.round(per(({ pooler }) => pooler) * 1e6),
    walBytes: Math.round(per(({ wal }) => wal)),
    commits: round(per(({ commits }) => commits)),
    endedPerSecond: round(1 / per(({ at }) => at)),
  };
  return { ended, nodeMicroseconds, cost };
}
