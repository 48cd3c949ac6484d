import { beforeEach, expect, test } from 'vitest';
import { withTestDatabase } from '../testing/test-database.ts';
import { CommitDeadlineError, QueueFullError } from './group-commit.ts';
import { createWriteWatch, type WriteWatch, writeOnce } from './write-watch.ts';

const database = withTestDatabase();
let now: number;
let writes: number;
let refused: Error | undefined;
let watch: WriteWatch;

beforeEach(() => {
  now = 0;
  writes = 0;
  refused = undefined;
  watch = createWriteWatch({
    async write() {
      writes += 1;
      if (refused !== undefined) throw refused;
    },
    now: () => now,
  });
});

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });
const full = withCode('53100', 'could not extend file "base/1/2": No space left on device');
const why = 'the database does not take writes: could not extend file "base/1/2": No space left on device';

test('while requests are committed nothing is written beside them', async () => {
  for (; now < 60_000; now += 1_000) {
    watch.committed();
    expect(await watch.whyRefused()).toBeUndefined();
  }
  expect(writes).toBe(0);
});

test('a replica without requests writes every five seconds at most', async () => {
  for (; now < 60_000; now += 100) expect(await watch.whyRefused()).toBeUndefined();
  expect(writes).toBe(12);
  refused = full;
  now += 5_000;
  expect(await watch.whyRefused()).toBe(why);
});

test('a full disk counts at once, although some commits find room', async () => {
  watch.failed(full);
  watch.committed();
  expect(await watch.whyRefused()).toBe(why);
  now += 2_900;
  watch.committed();
  expect(await watch.whyRefused()).toBe(why);
  now += 200;
  expect(await watch.whyRefused()).toBeUndefined();
  expect(writes).toBe(0);
});

test('without requests it stays refused until a write succeeds', async () => {
  refused = full;
  watch.failed(full);
  for (const _ of Array(10)) {
    now += 3_000;
    expect(await watch.whyRefused()).toBe(why);
  }
  refused = undefined;
  expect(await watch.whyRefused()).toBeUndefined();
});

test.each([
  ['read-only', '25006'],
  ['without a right', '42501'],
  ['with an error of the disk', '58030'],
])('a database that is %s counts at once', async (_, code) => {
  watch.failed(withCode(code, 'no'));
  expect(await watch.whyRefused()).toBe('the database does not take writes: no');
});

test('commits that time out count once they do so for three seconds', async () => {
  const late = new CommitDeadlineError(10_000);
  watch.failed(late);
  expect(await watch.whyRefused()).toBeUndefined();
  for (const step of [1_000, 1_000, 1_000]) {
    now += step;
    watch.failed(late);
  }
  expect(await watch.whyRefused()).toContain('did not commit within 10 seconds');
  watch.committed();
  expect(await watch.whyRefused()).toBeUndefined();
});

test.each([
  ['a locked account', withCode('55P03', 'canceling statement due to lock timeout')],
  ['a collision', withCode('40001', 'could not serialize access')],
  ['a full queue', new QueueFullError(1)],
  ['a mistake of ours', new TypeError('undefined is not a function')],
])('%s says nothing about the database', async (_, error) => {
  for (; now < 10_000; now += 100) watch.failed(error);
  watch.committed();
  expect(await watch.whyRefused()).toBeUndefined();
});

test('a write of its own that only lacks a right, or exceeds a limit of its own, refuses nothing', async () => {
  for (const code of ['42501', '53400']) {
    refused = withCode(code, 'no');
    now += 10_000;
    expect(await watch.whyRefused()).toBeUndefined();
  }
});

test('a write takes a megabyte of the disk and writes to the log', async () => {
  const { pool } = database;
  const read = async () => {
    await pool.query('select pg_stat_force_next_flush()');
    const { rows } = await pool.query<{ bytes: string; log: string }>(
      `select temp_bytes as bytes, pg_current_wal_insert_lsn() - '0/0' as log from pg_stat_database
       where datname = current_database()`,
    );
    return { bytes: Number(rows[0]?.bytes), log: Number(rows[0]?.log) };
  };
  const before = await read();
  await writeOnce(pool);
  await expect.poll(async () => (await read()).bytes - before.bytes).toBeGreaterThan(2 ** 20);
  expect((await read()).log).toBeGreaterThan(before.log);
});
