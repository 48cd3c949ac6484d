import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strict } from '@cascade/lenient-requests';
import {
  createListMessages,
  createReadPool,
  filterOf,
  historyStatement,
  migrate,
  openStore,
} from '@cascade/service/bench';
import { readCommand } from './command.ts';
import { fillUpTo } from './history/fill.ts';
import { createIndexes, dropIndexes } from './history/indexes.ts';
import { type Ask, questions } from './history/questions.ts';
import { quantile, report, round } from './report.ts';

/**
 * The message history: the plan and the time of each kind of question at 1 and at 10 million messages, or at as many as
 * the argument says, with a result file of its own.
 */
const {
  positionals: [given],
} = readCommand({
  run: 'npx pnpm --filter @cascade/bench history',
  says: 'The message history at 1 and at 10 million messages: plan and time of each kind of question, time and size of the indexes. Half an hour and 15 GB; writes results/history.json.',
  words: { messages: 'at this size alone, with a result file of its own' },
  examples: { '': 'as in the result file', '100000': 'a minute' },
});
const sizes = given === undefined ? [1_000_000, 10_000_000] : [Number(given)];
const result = ['history', ...(given === undefined ? [] : [given])];
const times = 200;

// The database server makes the folder, because it may run as another user than this process.
const dataFolder = join(tmpdir(), `cascade-bench-${process.pid}`);
const store = await openStore({ dataFolder });
const { pool, connectionString } = store;
const readPool = createReadPool({ connectionString });
const listMessages = createListMessages(readPool, () => true);

try {
  await migrate(pool);
  const { rows } = await pool.query(
    `insert into cascade.accounts (name) values ('bench'), ('other') returning id`,
  );
  const [accountId, otherId]: number[] = rows.map(({ id }) => id);
  if (accountId === undefined || otherId === undefined) throw new Error('no account was inserted');
  const results: object[] = [];
  for (const messages of sizes) {
    await dropIndexes(pool);
    await fillUpTo(pool, messages, [accountId, otherId]);
    const indexes = await createIndexes(pool);
    const answers: object[] = [];
    for (const [question, ask] of Object.entries(questions(pool, accountId, messages))) {
      answers.push({ question, ...(await measure(accountId, ask)), plan: await explain(accountId, ask) });
    }
    results.push({ messages, indexes, answers });
    report(result.join('-'), `npx pnpm --filter @cascade/bench ${result.join(' ')}`, {
      says: `pages of 100 of an account with nine tenths of the messages, ${times} of each question, or as many as 30 s allow, one after the other`,
      sizes: results,
    });
  }
} finally {
  await readPool.end();
  await store.close();
  await rm(dataFolder, { recursive: true, force: true });
}

async function measure(accountId: number, ask: Ask): Promise<object> {
  const settings = { requestsPerSecond: null, lenient: strict };
  const account = { id: accountId, name: 'bench', cascades: new Map(), settings };
  const taken: number[] = [];
  let entries = 0;
  const end = performance.now() + 30_000;
  while (taken.length < times && performance.now() < end) {
    const request = await ask();
    const begin = performance.now();
    const answer = await listMessages(account, request);
    taken.push(performance.now() - begin);
    if (!('json' in answer)) throw new Error(`refused: ${JSON.stringify(answer)}`);
    entries += JSON.parse(answer.json).content.length;
  }
  taken.sort((a, b) => a - b);
  return {
    asked: taken.length,
    entriesEach: round(entries / taken.length),
    p50Milliseconds: round(quantile(taken, 0.5)),
    p99Milliseconds: round(quantile(taken, 0.99)),
  };
}

/** The plan of one question, as far as it names how the messages are found. */
async function explain(accountId: number, ask: Ask): Promise<string[]> {
  const filter = filterOf(await ask());
  if (filter === undefined) return [];
  const { requestKey, ...others } = filter;
  const { text, values } = historyStatement(accountId, others, requestKey === undefined ? undefined : 1);
  const { rows } = await readPool.query(`explain (costs off) ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']);
}
