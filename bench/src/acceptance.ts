import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { loadByHttp } from './parts/http-turn.ts';
import type { Load } from './report.ts';
import { type RunningService, startRunningService } from './running-service.ts';

/** Measures how many requests a second are accepted over a number of connections, by a load from another process. */
export type Measure = (connections: number, seconds: number) => Promise<Load>;

export interface Acceptance {
  /** The server and its checks without a store. */
  readonly floor: Measure;
  /** The same with the intake behind it, and no engine that works on what is accepted. */
  readonly withoutEngine: Measure;
  /** The running service, engine and callbacks included; resolves once its work has ended, too. */
  readonly withEngine: Measure;
  close(): Promise<void>;
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Opens a store, and a service with a store of its own. */
export async function openAcceptance(): Promise<Acceptance> {
  // The database server makes the folder, because it may run as another user than this process.
  const dataFolder = join(tmpdir(), `cascade-accept-${process.pid}`);
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
  let running: RunningService | undefined;
  let sent = 0;

  const measure =
    (under: typeof intake): Measure =>
    async (connections, seconds) => {
      const operations = { '/api/cascade/schedule': createScheduleMessage(under) };
      const server = createServer({ directory, operations, log: silent });
      const url = await server.listen({ host: '127.0.0.1', port: 0 });
      try {
        return await loadByHttp({ url, key: 'bench', connections, seconds });
      } finally {
        await server.close();
      }
    };

  return {
    floor: measure(instantly),
    withoutEngine: measure(intake),
    async withEngine(connections, seconds) {
      running ??= await startRunningService();
      const { url, key } = running;
      const load = await loadByHttp({ url, key, connections, seconds });
      sent += load.calls;
      await running.drained(sent);
      return load;
    },
    async close() {
      await running?.close();
      await jobs.close();
      await store.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
