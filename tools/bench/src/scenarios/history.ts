import { readFile } from 'node:fs/promises';
import { createListMessages, createReadPool, filterOf, historyStatement } from '@cascade/service/bench';
import { accountOfServer, fillStore, insertAccounts, openEmptyStore, type Pool } from '../harness/intake.ts';
import { scenario } from '../harness/scenario.ts';
import { latency, round, tenths } from '../harness/statistics.ts';

const times = 200;
/** The request id of a message by its number. */
const id = `lpad(to_hex(g), 32, '0')::uuid`;

export default scenario({
  says: 'The message history at 1 and at 10 million messages: plan and time of each kind of question, time and size of the indexes. 15 GB; writes results/history.json.',
  minutes: 30,
  isFigure: true,
  words: { messages: 'at this size alone, with a result file of its own' },
  examples: { '': 'as in the result file', '100000': 'a minute' },
  async run({ bed, words: [given], report }) {
    const { pool, connectionString } = await openEmptyStore(bed);
    const readPool = bed.use(createReadPool({ connectionString }), (one) => one.end());
    const [accountId = 0, otherId = 0] = await insertAccounts(pool, 2);
    const sizes: object[] = [];
    let filled = 0;
    for (const messages of given === undefined ? [1_000_000, 10_000_000] : [Number(given)]) {
      await dropIndexes(pool);
      // Nine of ten are of the first account, and every address has about ten.
      await fillStore(pool, {
        from: filled + 1,
        to: messages,
        addresses: Math.max(10, messages) / 10,
        id,
        owners: [otherId, ...Array<number>(9).fill(accountId)],
        statuses: ['DELIVERED'],
        hasLedger: false,
      });
      filled = messages;
      const indexes = await createIndexes(pool);
      const answers: object[] = [];
      for (const [question, ask] of Object.entries(questions(pool, accountId, messages)))
        answers.push({
          question,
          ...(await measure(readPool, accountId, ask)),
          plan: await explain(readPool, accountId, ask),
        });
      sizes.push({ messages, indexes, answers });
      report(
        {
          says: `pages of 100 of an account with nine tenths of the messages, ${times} of each question, or as many as 30 s allow, one after the other`,
          sizes,
        },
        { name: ['history', ...(given === undefined ? [] : [given])].join('-') },
      );
    }
  },
});

async function measure(readPool: Pool, accountId: number, ask: Ask): Promise<object> {
  const listMessages = createListMessages(readPool);
  const account = { ...accountOfServer(accountId), cascades: new Map() };
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
  return { asked: taken.length, entriesEach: round(entries / taken.length), ...latency(taken) };
}

/** The plan of one question, as far as it names how the messages are found. */
async function explain(readPool: Pool, accountId: number, ask: Ask): Promise<string[]> {
  const filter = filterOf(await ask());
  if (filter === undefined) return [];
  const { requestKey, ...others } = filter;
  const { text, values } = historyStatement(accountId, others, requestKey === undefined ? undefined : 1);
  const { rows } = await readPool.query(`explain (costs off) ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']);
}

/** A request for the history, another one each time. */
type Ask = () => Promise<object>;

/** The questions that consumers ask, about messages at random. */
function questions(pool: Pool, accountId: number, messages: number): Readonly<Record<string, Ask>> {
  async function anyMessage() {
    const { rows } = await pool.query<{ requestId: string; address: string; acceptedAt: Date }>(
      `select request_id as "requestId", address, accepted_at as "acceptedAt" from cascade.messages
       where account_id = $1 and id >= $2 order by id limit 1`,
      [accountId, Math.ceil(Math.random() * (messages - 100))],
    );
    const [message] = rows;
    if (message === undefined) throw new Error('there are no messages');
    return message;
  }
  return {
    requestId: async () => ({ requestId: (await anyMessage()).requestId }),
    'address and 20 s': async () => {
      const { address, acceptedAt } = await anyMessage();
      const time = acceptedAt.getTime();
      return {
        subscriberFilter: { address, type: 'PHONE' },
        dateFrom: new Date(time - 10_000).toISOString(),
        dateTo: new Date(time + 10_000).toISOString(),
      };
    },
    address: async () => ({ subscriberFilter: { address: (await anyMessage()).address, type: 'PHONE' } }),
    '20 s': async () => {
      const time = (await anyMessage()).acceptedAt.getTime();
      return { dateFrom: new Date(time).toISOString(), dateTo: new Date(time + 20_000).toISOString() };
    },
    latest: async () => ({}),
    'latest, limit 1,000': async () => ({ limit: 1_000 }),
    'a channel without messages': async () => ({ channelTypes: ['CHATTWO'] }),
    'a sender without messages': async () => ({ subjectId: 1_000 }),
    'offset 100,000': async () => ({ offset: 100_000 }),
  };
}

/** The statements that create the indexes of messages, by the name of the index. */
async function indexStatements(): Promise<ReadonlyMap<string, string>> {
  const file = import.meta
    .resolve('@cascade/service/bench')
    .replace('bench.ts', 'store/migrations/000040_baseline.sql');
  const sql = await readFile(new URL(file), 'utf8');
  return new Map(
    [...sql.matchAll(/create index (messages_\w+)[^;]+;/g)].map(([text, name = '']) => [name, text]),
  );
}

/** Rows are inserted faster without them. */
async function dropIndexes(pool: Pool): Promise<void> {
  for (const name of (await indexStatements()).keys()) await pool.query(`drop index cascade.${name}`);
}

/** Creates the indexes; the seconds and bytes of each. */
async function createIndexes(pool: Pool): Promise<object> {
  const client = await pool.connect();
  const indexes: Record<string, object> = {};
  try {
    await client.query('set statement_timeout = 0');
    await client.query("set maintenance_work_mem = '256MB'");
    for (const [name, statement] of await indexStatements()) {
      const begin = performance.now();
      await client.query(statement);
      const seconds = tenths(performance.now() - begin);
      const { rows } = await client.query('select pg_relation_size($1::text::regclass) as bytes', [
        `cascade.${name}`,
      ]);
      indexes[name] = { seconds, bytes: rows[0].bytes };
    }
    await client.query('vacuum analyze');
  } finally {
    await client.query('reset all');
    client.release();
  }
  return indexes;
}
