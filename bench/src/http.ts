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
  migrate,
  openJobs,
  openStore,
  sendJobs,
  stageJobs,
} from '@cascade/service/bench';
import { benchAccount } from './bench-account.ts';
import type { Load } from './report.ts';
import { report, round } from './report.ts';

/** Scheduling over HTTP against the same server without a store (the floor). The load comes from another process. */
const seconds = 8;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

// Made by the server, which may run as another user than we do.
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
  enqueue: (client, accepted) => sendJobs(client, jobs, stageJobs(accepted.map(firstStage))),
});
const instantly = { waiting: 0, submit: async () => 'accepted' as const, drained: async () => {} };

const results: Record<string, { floor: Load; durable: Load; ratio: number }> = {};
for (const connections of [64, 256]) {
  const floor = await measure(connections, instantly);
  const durable = await measure(connections, intake);
  results[`${connections} connections`] = {
    floor,
    durable,
    ratio: round(durable.perSecond / floor.perSecond),
  };
}
report('http', 'npx pnpm --filter @cascade/bench http', {
  says: `POST /api/cascade/schedule, ${seconds} s each, load from another process on the same cores; floor: the same server and checks, without a store`,
  ...results,
});
await jobs.close();
await store.close();
await rm(dataFolder, { recursive: true, force: true });

async function measure(connections: number, settle: typeof intake): Promise<Load> {
  const operations = { '/api/cascade/schedule': createScheduleMessage(settle) };
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

function firstStage({ messageId, startAt }: { messageId: number; startAt: Date | null }) {
  return { queue: 'stage', messageId, position: 1, startAfter: startAt } as const;
}
