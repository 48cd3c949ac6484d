import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createIntake,
  createScheduleMessage,
  createServer,
  firstStageJobs,
  migrate,
  openJobs,
  openStore,
  sendJobs,
} from '@cascade/service/bench';
import { benchAccount } from './bench-account.ts';
import type { Load } from './report.ts';
import { quantile, report, round } from './report.ts';

/**
 * Scheduling over HTTP, compared with the same server without a store (the floor). The load comes from
 * another process. The two take turns, because the speed of a shared machine changes from one half minute to
 * the next.
 */
const rounds = 7;
const seconds = 3;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

// The database server makes the folder, because it may run as another user than this process.
const dataFolder = join(tmpdir(), `cascade-bench-${process.pid}`);
const store = await openStore({ dataFolder });
const { pool } = store;
await migrate(pool);
const jobs = await openJobs({ connectionString: store.connectionString });
const { rows } = await pool.query(
  `insert into cascade.accounts (name, balance) values ('bench', 1000000000000) returning id`,
);

const account = benchAccount(Number(rows[0].id));
const directory = { ready: async () => {}, findByKey: () => account, close: async () => {} };
const intake = createIntake({
  pool,
  enqueue: (client, candidates) => sendJobs(client, jobs, firstStageJobs(candidates)),
});
const instantly = { waiting: 0, submit: async () => 'accepted' as const, drained: async () => {} };

const results: Record<string, Compared> = {};
for (const connections of [64, 256]) results[`${connections} connections`] = await compare(connections);
report('http', 'npx pnpm --filter @cascade/bench http', {
  says: `POST /api/cascade/schedule, medians of ${rounds} rounds of ${seconds} s each, load from another process on the same cores; floor: the same server and checks, without a store, in turn with it`,
  ...results,
});
await jobs.close();
await store.close();
await rm(dataFolder, { recursive: true, force: true });

interface Compared {
  readonly floor: Load;
  readonly durable: Load;
  /** The median of the rounds' ratios. */
  readonly ratio: number;
  readonly ratios: readonly number[];
}

async function compare(connections: number): Promise<Compared> {
  const pairs: { floor: Load; durable: Load }[] = [];
  for (let n = 0; n < rounds; n += 1)
    pairs.push({
      floor: await measure(connections, instantly),
      durable: await measure(connections, intake),
    });
  const ratios = pairs.map(({ floor, durable }) => round(durable.perSecond / floor.perSecond));
  return {
    floor: typical(pairs.map(({ floor }) => floor)),
    durable: typical(pairs.map(({ durable }) => durable)),
    ratio: median(ratios),
    ratios,
  };
}

function typical(loads: readonly Load[]): Load {
  return {
    perSecond: median(loads.map(({ perSecond }) => perSecond)),
    p50Milliseconds: median(loads.map(({ p50Milliseconds }) => p50Milliseconds)),
    p99Milliseconds: median(loads.map(({ p99Milliseconds }) => p99Milliseconds)),
  };
}

function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

async function measure(connections: number, intakeUnderTest: typeof intake): Promise<Load> {
  const operations = { '/api/cascade/schedule': createScheduleMessage(intakeUnderTest) };
  const server = createServer({ directory, operations, log: silent });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const generator = fork(fileURLToPath(new URL('http-load.ts', import.meta.url)), [
    url,
    String(connections),
    String(seconds),
  ]);
  const [measured] = await once(generator, 'message');
  await server.close();
  return measured as Load;
}
