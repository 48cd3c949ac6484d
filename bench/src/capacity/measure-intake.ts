import {
  commitBatch,
  createMessageIds,
  firstStageJobs,
  migrate,
  openJobs,
  openStore,
  sendJobs,
} from '@cascade/service/bench';
import { newItem } from '../new-item.ts';
import { round } from '../report.ts';
import { serverCpu } from './server-cpu.ts';

/** The cost of one commit of the intake by its number of messages, in milliseconds. */
export interface IntakeCost {
  readonly messages: number;
  readonly postgresMs: number;
  readonly nodeMs: number;
  readonly wallMs: number;
}

const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const secondsEach = 1.5;

/** Measures commits of each size, one after the other, for one account. */
export async function measureIntake(dataFolder: string): Promise<readonly IntakeCost[]> {
  const store = await openStore({ dataFolder });
  const { pool } = store;
  await migrate(pool);
  const jobs = await openJobs({ connectionString: store.connectionString });
  const { rows } = await pool.query(
    `insert into cascade.accounts (name, balance) values ('bench', 1000000000000) returning id`,
  );
  const accountId: number = rows[0].id;
  const takeIds = createMessageIds(pool);
  const enqueue: Parameters<typeof commitBatch>[0]['enqueue'] = (client, candidates) =>
    sendJobs(client, jobs, firstStageJobs(candidates));
  const commit = (size: number) =>
    commitBatch(
      { pool, takeIds, enqueue },
      Array.from({ length: size }, () => newItem(accountId)),
    );
  const cpu = await serverCpu(pool);
  const during = async (size: number, seconds: number): Promise<IntakeCost> => {
    const before = { postgres: cpu(), node: nodeSeconds(), wall: performance.now() };
    let commits = 0;
    while (performance.now() - before.wall < seconds * 1_000) {
      await commit(size);
      commits += 1;
    }
    return {
      messages: size,
      postgresMs: round(((cpu() - before.postgres) * 1_000) / commits),
      nodeMs: round(((nodeSeconds() - before.node) * 1_000) / commits),
      wallMs: round((performance.now() - before.wall) / commits),
    };
  };
  await during(64, 4); // until everything is compiled and planned
  const costs: IntakeCost[] = [];
  for (const size of sizes) costs.push(await during(size, secondsEach));
  await jobs.close();
  await store.close();
  return costs;
}

function nodeSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
