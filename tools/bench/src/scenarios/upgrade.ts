import { rm } from 'node:fs/promises';
import { setInterval as every, setTimeout as pause } from 'node:timers/promises';
import { migrate, nextVersion, openStore } from '@cascade/service/bench';
import { insertAccounts, newItem, openIntake, type Pool } from '../harness/intake.ts';
import { scenario } from '../harness/scenario.ts';
import { quantile, round } from '../harness/statistics.ts';

const usual = 2_000_000;
const callers = 8;
/** Of all callers together. */
const offeredPerSecond = 200;
// Filling takes longer than the service waits.
const patience = { statement: 0, lock: 0, idle: 0, connect: 30_000, answer: 0 };

export default scenario({
  says: 'How long the migrations of a made-up next version take, which fill a column of every status event of a large store and put it into a key, what they add to its size, and how long callers wait meanwhile. 8 GB; writes results/upgrade.json, of another number of messages results/upgrade-<number>.json.',
  minutes: 10,
  words: { messages: 'in the store, each with an attempt and three status events; 2,000,000 if absent' },
  examples: {
    '': 'ten minutes, 8 GB',
    '10000000': 'an hour, 40 GB',
    '20000': 'half a minute, to see that it works',
  },
  async run({ bed, words: [given], say, report }) {
    const messages = Number(given ?? usual);
    const { dataFolder } = bed;
    const store = bed.closing(await openStore({ dataFolder, poolSize: 30, patience }));
    const { pool } = store;
    await migrate(pool);
    const accountIds = await insertAccounts(pool, 20);
    await fill(pool, accountIds, messages, say);
    const { intake } = openIntake(pool);
    let next = 0;
    const submit = () => {
      next += 1;
      return intake.submit(newItem(accountIds[next % accountIds.length] ?? 0));
    };
    const before = await gigabytes(pool);
    const idle = await during(submit, () => pause(10_000));
    const { folder } = await nextVersion();
    bed.use(folder, () => rm(folder, { recursive: true }));
    const beforeServing = await during(submit, () => migrate(pool, { folder, neededOnly: true }));
    const whileServing = await during(submit, () => migrate(pool, { folder, onProgress: say }));
    const between = await gigabytes(pool);
    await pool.query("update cascade.migrations set applied_at = applied_at - interval '25 hours'");
    const aDayLater = await during(submit, () => migrate(pool, { folder }));
    report(
      {
        says: `${callers} callers schedule ${offeredPerSecond} messages a second through a replica of the version before while the migrations of a made-up next version run on ${messages} messages of 20 accounts, each with an attempt, three status events and two entries of the ledger`,
        messages,
        idle,
        beforeServing,
        whileServing,
        aDayLater,
        gigabytes: { before, between, after: await gigabytes(pool) },
      },
      { name: messages === usual ? 'upgrade' : `upgrade-${messages}` },
    );
  },
});

/** Messages of a statement that fills. */
const portion = 200_000;
const series = 'from generate_series($1::bigint, $2::bigint) as g';
const owner = (accountIds: readonly number[]) =>
  `(array[${accountIds.join()}])[1 + g % ${accountIds.length}]::bigint`;

const leftBehind: readonly ((accountIds: readonly number[]) => string)[] = [
  (ids) =>
    `insert into cascade.request_ids (account_id, request_id, message_id) select ${owner(ids)}, gen_random_uuid(), g ${series}`,
  (ids) =>
    `insert into cascade.messages (
       id, account_id, request_id, request_id_as_sent, cascade_id, address, fingerprint, accepted_at, reserved, state,
       ended_at
     )
     overriding system value
     select g, ${owner(ids)}, gen_random_uuid(), g::text, 2002, '+1' || (2000000000 + g * 7919 % 1000000),
       sha256(g::text::bytea), timestamptz '2026-10-01' + g * interval '10 ms', 0, 'ended', now() ${series}`,
  (ids) =>
    `insert into cascade.message_plans (account_id, message_id, content, stages)
     select ${owner(ids)}, g, json_build_object('smsContent', json_build_object('contentType', 'TEXT', 'text', 'Code ' || g)),
       jsonb_build_array(jsonb_build_object('uuid', gen_random_uuid(), 'channel', 'SMS', 'ttlSeconds', null,
         'subjectId', 1, 'subject', 'codes', 'price', 5)) ${series}`,
  (ids) =>
    `insert into cascade.stage_attempts (id, account_id, message_id, position, state, status, other_reference, ended_at)
     select gen_random_uuid(), ${owner(ids)}, g, 1, 'ended', 'DELIVERED', 'reference ' || g, now() ${series}`,
  (ids) =>
    `insert into cascade.status_events (id, account_id, message_id, position, status, at, state, attempts, last_result, turn)
     select 'evt_' || gen_random_uuid(), ${owner(ids)}, g, 1, status, now(), 'delivered', 1, '204', 1 ${series},
       unnest(array['ENQUEUED', 'SENT', 'DELIVERED']) as status`,
  (ids) =>
    `insert into cascade.ledger (account_id, message_id, debit, credit, amount)
     select ${owner(ids)}, g, debit, credit, 5 ${series},
       (values ('available', 'reserved'), ('reserved', 'spent')) as entry (debit, credit)`,
];

async function gigabytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query('select pg_database_size(current_database()) as bytes');
  return round(Number(rows[0].bytes) / 1e9);
}

/** What messages leave behind, in portions. */
async function fill(
  pool: Pool,
  accountIds: readonly number[],
  messages: number,
  say: (line: string) => void,
): Promise<void> {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query('set synchronous_commit = off');
  for (let first = 1; first <= messages; first += portion) {
    const last = Math.min(messages, first + portion - 1);
    for (const statement of leftBehind) await client.query(statement(accountIds), [first, last]);
    say(`filled ${last} of ${messages}`);
  }
  await client.query(`select setval(pg_get_serial_sequence('cascade.messages', 'id'), $1)`, [
    messages + 4096,
  ]);
  await client.query('vacuum analyze');
  await client.query('reset all');
  client.release();
}

/** The work, its seconds, and how long callers waited meanwhile. */
async function during(submit: () => Promise<unknown>, work: () => Promise<unknown>): Promise<object> {
  const waits: number[] = [];
  let failed = 0;
  let working = true;
  const caller = async (_: unknown, n: number) => {
    await pause((n * 1_000) / offeredPerSecond);
    for await (const _tick of every((callers * 1_000) / offeredPerSecond)) {
      if (!working) break;
      const begin = performance.now();
      // The statement times out after 30 seconds.
      await submit().catch(() => {
        failed += 1;
      });
      waits.push(performance.now() - begin);
    }
  };
  const began = performance.now();
  const calling = Promise.all(Array.from({ length: callers }, caller));
  await work();
  const seconds = (performance.now() - began) / 1_000;
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
