import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createIntake,
  firstStageJobs,
  migrate,
  openJobs,
  openStore,
  ownMigrations,
  sendJobs,
} from '@cascade/service/bench';
import { readCommand } from './command.ts';
import { indexStatements } from './history/indexes.ts';
import { newItem } from './new-item.ts';
import { quantile, report, round } from './report.ts';

/**
 * The longest stall of the intake while the indexes of the history are added to many messages: in one transaction,
 * and by the migrations as they are.
 */
const { positionals } = readCommand({
  run: 'npx pnpm --filter @cascade/bench upgrade',
  says: 'How long callers wait while the indexes of the history are added to a large store: in one transaction, and as the migrations do it. Writes results/upgrade.json.',
  words: { messages: 'in the store; 2,000,000 if absent' },
  examples: { '2000000': 'as in the result file; five minutes, 2 GB', '100000': 'a minute' },
});
const messages = Number(positionals[0] ?? 2_000_000);
const callers = 8;

const dataFolder = join(tmpdir(), `cascade-bench-${process.pid}`);
const store = await openStore({ dataFolder, poolSize: 30 });
const { pool } = store;

try {
  await migrateUpTo(12);
  const { rows } = await pool.query(
    `insert into cascade.accounts (name, balance) values ('bench', 1000000000000) returning id`,
  );
  const accountId: number = rows[0].id;
  await fill(accountId);
  const jobs = await openJobs({ connectionString: store.connectionString });
  const intake = createIntake({
    pool,
    enqueue: (client, candidates) => sendJobs(client, jobs, firstStageJobs(candidates)),
  });
  const submit = () => intake.submit(newItem(accountId));
  const idle = await during(submit, () => new Promise((resolve) => setTimeout(resolve, 10_000)));
  const inOneTransaction = await during(submit, createInOneTransaction);
  const whileServing = await during(submit, () => migrate(pool));
  report('upgrade', `npx pnpm --filter @cascade/bench upgrade ${messages}`, {
    says: `${callers} callers schedule without a pause while the indexes of the history are added to ${messages} messages`,
    messages,
    idle,
    inOneTransaction,
    whileServing,
  });
  await jobs.close();
} finally {
  await store.close();
  await rm(dataFolder, { recursive: true, force: true });
}

async function migrateUpTo(last: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-older-'));
  for (const file of (await readdir(ownMigrations)).sort().slice(0, last))
    await copyFile(join(ownMigrations, file), join(folder, file));
  await migrate(pool, { folder });
  await rm(folder, { recursive: true });
}

/** Messages that a version before the history accepted, in portions of half a million. */
async function fill(accountId: number): Promise<void> {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query('set synchronous_commit = off');
  for (let first = 1; first <= messages; first += 500_000)
    await client.query(
      `insert into cascade.messages (
         id, account_id, request_id, request_id_as_sent, cascade_id, address, fingerprint, accepted_at, reserved, state,
         ended_at
       )
       overriding system value
       select g, $3, lpad(to_hex(g), 32, '0')::uuid, g::text, 2002, '+1' || (2000000000 + g * 7919 % 1000000),
         sha256(g::text::bytea), timestamptz '2026-10-01' + g * interval '10 ms', 0, 'ended', now()
       from generate_series($1::bigint, $2::bigint) as g`,
      [first, Math.min(messages, first + 499_999), accountId],
    );
  await client.query(`select setval(pg_get_serial_sequence('cascade.messages', 'id'), $1)`, [
    messages + 4096,
  ]);
  await client.query('analyze');
  await client.query('reset all');
  client.release();
}

/** As a migration in one transaction does; undone at its end. */
async function createInOneTransaction(): Promise<void> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('set local statement_timeout = 0');
  await client.query("set local maintenance_work_mem = '256MB'");
  for (const statement of (await indexStatements()).values())
    await client.query(statement.replace('concurrently if not exists', ''));
  await client.query('rollback');
  client.release();
}

/** The work, its seconds, and how long callers waited meanwhile. */
async function during(submit: () => Promise<unknown>, work: () => Promise<unknown>): Promise<object> {
  const waits: number[] = [];
  let failed = 0;
  let working = true;
  const caller = async () => {
    while (working) {
      const begin = performance.now();
      // The statement times out after 30 seconds.
      await submit().catch(() => {
        failed += 1;
      });
      waits.push(performance.now() - begin);
    }
  };
  const begin = performance.now();
  const calling = Promise.all(Array.from({ length: callers }, caller));
  await work();
  const seconds = (performance.now() - begin) / 1_000;
  working = false;
  await calling;
  waits.sort((a, b) => a - b);
  return {
    seconds: round(seconds),
    acceptedPerSecond: Math.round((waits.length - failed) / seconds),
    failed,
    p50Milliseconds: round(quantile(waits, 0.5)),
    p99Milliseconds: round(quantile(waits, 0.99)),
    longestWaitMilliseconds: round(waits.at(-1) ?? Number.NaN),
  };
}
