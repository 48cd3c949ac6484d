import { startSilentProxy } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { heardLog } from '../../testing/heard-log.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import { createPool } from '../create-pool.ts';
import { inTransaction } from '../transaction.ts';
import { type Connections, createConnections } from './connections.ts';
import { endSessions } from './end-abandoned.ts';
import { isConnectionLost } from './errors.ts';
import type { ServerAddress } from './servers.ts';

const database = withTestDatabase();
let proxy: Awaited<ReturnType<typeof startSilentProxy>>;
let connections: Connections;
let pool: Pool;
const log = heardLog();
const patient = { timeout: 60_000, interval: 20 };

beforeEach(async () => {
  vi.clearAllMocks();
  const { searchParams, pathname, username } = new URL(database.connectionString);
  proxy = await startSilentProxy({
    path: `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`,
  });
  connections = createConnections({ log, endSessions: (sessions) => endSessions(pool, sessions) });
  pool = createPool({
    connectionString: `postgresql://${username}@127.0.0.1:${proxy.port}${pathname}?sslmode=disable`,
    applicationName: 'silenced',
    size: 5,
    connections,
    log,
    patience: { statement: 0, lock: 0, idle: 0, connect: 60_000, answer: 2_000 },
  });
});

afterEach(async () => {
  connections.abandon(new Error('Connection terminated: the test is over'));
  await pool.end();
  await proxy.close();
});

const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

/** Fills the pool: all at once need a connection each. */
async function connectAll(): Promise<void> {
  const clients = await Promise.all(Array.from({ length: 5 }, () => pool.connect()));
  for (const client of clients) client.release();
}

test('a statement without an answer rejects, and its connection is closed', async () => {
  await connectAll();
  proxy.silence();
  const error = await failureOf(pool.query('select 1'));
  expect(error).toMatchObject({
    message: 'the database did not answer within 2 seconds',
    code: 'ETIMEDOUT',
  });
  expect(isConnectionLost(error)).toBe(true);
});

test('one silent connection condemns all that were not heard since: the next statement does not wait', async () => {
  await connectAll();
  proxy.silence();
  await failureOf(pool.query('select 1'));
  // None of the five is left: each would take another deadline.
  await vi.waitFor(() => expect(pool.totalCount).toBeLessThanOrEqual(1), patient);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(log.warn).toHaveBeenCalledWith({ connections: 5 }, expect.stringContaining('fell silent'));
});

test('its session at the server is ended, with its locks', async () => {
  const client = await pool.connect();
  await client.query('begin; select pg_advisory_xact_lock(4711)');
  proxy.silence();
  client.on('error', () => {});
  await failureOf(client.query('select 1'));
  client.release(true);
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query('select pg_try_advisory_lock(4711) as free');
    expect(rows).toEqual([{ free: true }]);
  }, patient);
  await database.pool.query('select pg_advisory_unlock_all()');
});

test('a slow answer does not end a connection whose statements are answered one by one', async () => {
  await inTransaction(pool, async (client) => {
    const [{ rows }] = await Promise.all([
      client.query('select pg_backend_pid() as pid'),
      ...Array.from({ length: 6 }, () => client.query('select pg_sleep(0.5)')),
    ]);
    expect((await client.query('select pg_backend_pid() as pid')).rows).toEqual(rows);
  });
});

test('a transaction on a silent connection rejects, and the pool goes on', async () => {
  const work = inTransaction(pool, async (client) => {
    await client.query('select 1');
    proxy.silence('answers');
    await client.query('select 2');
  });
  expect(isConnectionLost(await failureOf(work))).toBe(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('after the server turned read-only, connections are replaced', async () => {
  await connectAll();
  const { rows } = await pool.query('select pg_backend_pid() as pid');
  const client = await pool.connect();
  await client.query('set default_transaction_read_only = on');
  const error = await failureOf(client.query('create table anything ()'));
  client.release();
  expect(error).toMatchObject({ code: '25006' });
  await vi.waitFor(async () => {
    const { rows: now } = await pool.query('select pg_backend_pid() as pid, current_setting($1) as value', [
      'transaction_read_only',
    ]);
    expect(now[0]?.value).toBe('off');
    expect(now[0]?.pid).not.toBe(rows[0]?.pid);
  }, patient);
});

test('knows how long the oldest statement has been waiting', async () => {
  expect(connections.longestWait).toBe(0);
  const sleeping = failureOf(pool.query('select pg_sleep(60)'));
  await vi.waitFor(() => expect(connections.longestWait).toBeGreaterThan(50), patient);
  await sleeping;
  expect(connections.longestWait).toBe(0);
});

describe('of several servers', () => {
  /** Leads to the database as the proxy does, and was promoted. */
  let promoted: Awaited<ReturnType<typeof startSilentProxy>>;
  let inUse: ServerAddress;
  let moving: Connections;
  let several: Pool;

  beforeEach(async () => {
    const { searchParams, pathname, username } = new URL(database.connectionString);
    const path = `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`;
    promoted = await closedAfterTest(startSilentProxy({ path }));
    inUse = { host: '127.0.0.1', port: proxy.port };
    const servers = { find: async () => inUse, forget() {}, isLeftBehind: async () => false };
    moving = createConnections({ log, servers });
    several = createPool({
      connectionString: `postgresql://${username}@127.0.0.1:${proxy.port}${pathname}?sslmode=disable`,
      size: 2,
      connections: moving,
      patience: { statement: 0, lock: 0, idle: 0, connect: 60_000, answer: 1_000 },
    });
  });

  afterEach(() => {
    moving.abandon(new Error('Connection terminated: the test is over'));
    // It would wait for connections that a failed test has not given back.
    void several.end();
  });

  const portOf = (client: object) => Object(client).port;

  test('a silence also replaces connections that were heard lately', async () => {
    const [silentOne, heard] = await Promise.all([several.connect(), several.connect()]);
    const failure = failureOf(silentOne.query('select pg_sleep(60)'));
    await heard.query('select 1');
    heard.release();
    inUse = { host: '127.0.0.1', port: promoted.port };
    expect(isConnectionLost(await failure)).toBe(true);
    silentOne.release(true);
    const next = await several.connect();
    expect(portOf(next)).toBe(promoted.port);
    next.release();
  });

  test('once a connection leads to another one, none leads to the former', async () => {
    const [lost, lent] = await Promise.all([several.connect(), several.connect()]);
    inUse = { host: '127.0.0.1', port: promoted.port };
    lost.release(true);
    const before = moving.breaks;
    const next = await several.connect();
    expect(moving.breaks).toBeGreaterThan(before);
    lent.release();
    const other = await several.connect();
    expect([next, other].map(portOf)).toEqual([promoted.port, promoted.port]);
    next.release();
    other.release();
  });
});
