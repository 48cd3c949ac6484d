import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { isUndone, UnsureError } from '../store/connection/errors.ts';
import { createPool } from '../store/create-pool.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { adviceOn, isStoreAway } from './store-failure.ts';

const database = withTestDatabase();

test('a connection that breaks before or during a statement counts as an unavailable store', async () => {
  const client = new Client({ connectionString: database.connectionString });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const underway = client.query('select pg_sleep(60)').catch((error: unknown) => error);
  const ended = new Promise((resolve) => client.once('end', resolve));
  await database.pool.query('select pg_terminate_backend($1::integer)', [rows[0].pid]);
  const broken = await underway;
  expect({ isAway: isStoreAway(broken), isUndone: isUndone(broken) }).toEqual({
    isAway: true,
    isUndone: false,
  });
  await ended;
  expect(isStoreAway(await client.query('select').catch((error: unknown) => error))).toBe(true);
});

test('so does a transaction that the server ends because this process was asleep', async () => {
  const client = new Client({ connectionString: database.connectionString });
  const ended = new Promise((resolve) => client.once('error', resolve));
  await client.connect();
  await client.query('begin; set local idle_in_transaction_session_timeout = 1');
  expect(isStoreAway(await ended)).toBe(true);
  await client.end();
});

test('so does a transaction that the server rolls back to end a deadlock', async () => {
  const [one, other] = await Promise.all([database.pool.connect(), database.pool.connect()]);
  try {
    await one.query('begin; select pg_advisory_xact_lock(1)');
    await other.query('begin; select pg_advisory_xact_lock(2)');
    const attempts = [
      one.query('select pg_advisory_xact_lock(2)'),
      other.query('select pg_advisory_xact_lock(1)'),
    ];
    const error = await Promise.all(attempts).catch((reason: unknown) => reason);
    expect(isStoreAway(error)).toBe(true);
    await Promise.allSettled(attempts);
  } finally {
    for (const client of [one, other]) client.release(true);
  }
});

test('an invalid statement does not', async () => {
  const error = await database.pool.query('select nothing').catch((reason: unknown) => reason);
  expect(isStoreAway(error)).toBe(false);
});

test('a database that takes no writes is away, and the log can say what to do', async () => {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query('set default_transaction_read_only = on');
  const error = await client
    .query("insert into cascade.accounts (name) values ('late')")
    .catch((reason: unknown) => reason);
  await client.end();
  expect(isStoreAway(error)).toBe(true);
  expect(adviceOn(error)).toContain('a writable server');
  expect(adviceOn(new Error('any other'))).toBeUndefined();
});

test.each(['EAI_AGAIN', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNREFUSED'])(
  'a database host that cannot be found or reached is away: %s',
  (code) => {
    const error = Object.assign(new Error('connect'), { code });
    expect(isStoreAway(error)).toBe(true);
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    expect(isStoreAway(new AggregateError([error, deadlock]))).toBe(true);
    expect(isStoreAway(new AggregateError([error, new Error('our own fault')]))).toBe(false);
  },
);

describe('nothing was done', () => {
  test.each([
    ['a statement that took too long', 'set statement_timeout = 1; select pg_sleep(10)'],
    ['a lock that another transaction holds', 'set lock_timeout = 1; lock table cascade.accounts'],
    ['a database that takes no writes', "begin read only; insert into cascade.accounts (name) values ('x')"],
  ])('by %s', async (_, statement) => {
    const holder = await database.pool.connect();
    await holder.query('begin; lock table cascade.accounts');
    const client = new Client({ connectionString: database.connectionString });
    await client.connect();
    const error = await client.query(statement).catch((reason: unknown) => reason);
    await client.end();
    holder.release(true);
    expect({ isAway: isStoreAway(error), isUndone: isUndone(error) }).toEqual({
      isAway: true,
      isUndone: true,
    });
    const afterLost = new UnsureError(error);
    expect({ isAway: isStoreAway(afterLost), isUndone: isUndone(afterLost) }).toEqual({
      isAway: true,
      isUndone: false,
    });
  });

  test('by a database that cannot be connected to', async () => {
    const pool = createPool({ connectionString: 'postgresql://127.0.0.1:1/none', size: 1 });
    const error = await pool.query('select').catch((reason: unknown) => reason);
    await pool.end();
    expect({ isAway: isStoreAway(error), isUndone: isUndone(error) }).toEqual({
      isAway: true,
      isUndone: true,
    });
  });
});
