import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  commitBatch,
  createIntake,
  createMessageIds,
  firstStageJobs,
  migrate,
  openJobs,
  openStore,
  sendJobs,
} from '@cascade/service/bench';
import { readCommand } from './command.ts';
import { newItem } from './new-item.ts';
import { load, report, round } from './report.ts';

/**
 * Durable scheduling with group commit, compared with one transaction a request, on the same store, fsync on.
 */
readCommand({
  run: 'npx pnpm --filter @cascade/bench intake',
  says: 'Durable acceptance with group commit, against one transaction for each request. Half a minute; writes results/intake.json.',
  examples: { '': 'as in the result file' },
});
const callers = 64;
const seconds = 8;

// The database server makes the folder, because it may run as another user than this process.
const dataFolder = join(tmpdir(), `cascade-bench-${process.pid}`);
const store = await openStore({ dataFolder, poolSize: 30 });
const { pool } = store;
await migrate(pool);
const jobs = await openJobs({ connectionString: store.connectionString });
const { rows } = await pool.query(
  `insert into cascade.accounts (name, balance) values ('bench', 1000000000000) returning id`,
);
const accountId: number = rows[0].id;

const enqueue: Parameters<typeof commitBatch>[0]['enqueue'] = (client, candidates) =>
  sendJobs(client, jobs, firstStageJobs(candidates));
const takeIds = createMessageIds(pool);

const intake = createIntake({ pool, enqueue });
const grouped = await load(callers, seconds, () => intake.submit(newItem(accountId)));
const alone = await load(callers, seconds, () =>
  commitBatch({ pool, takeIds, enqueue }, [newItem(accountId)]),
);
report('intake', 'npx pnpm --filter @cascade/bench intake', {
  says: `${callers} callers, one account, ${seconds} s each: messages accepted durably, first job included`,
  groupCommit: grouped,
  oneTransactionEach: alone,
  ratio: round(grouped.perSecond / alone.perSecond),
});
await jobs.close();
await store.close();
await rm(dataFolder, { recursive: true, force: true });
