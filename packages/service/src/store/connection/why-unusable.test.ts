import { Client, escapeIdentifier } from 'pg';
import { beforeEach, expect, inject, test, vi } from 'vitest';
import { withTestDatabase } from '../../testing/test-database.ts';
import { createPool } from '../create-pool.ts';
import { createWriteWatch, writeOnce } from '../write-watch.ts';
import { createConnections } from './connections.ts';
import { whyUnusable } from './why-unusable.ts';

const database = withTestDatabase();
let judged: Parameters<typeof whyUnusable>[0];

beforeEach(() => {
  const connections = createConnections();
  const pool = createPool({ connectionString: database.connectionString, connections });
  judged = { pool, connections, writes: createWriteWatch({ write: () => writeOnce(pool) }) };
  return () => pool.end();
});

/** Changes the database for all sessions that begin later. */
async function alter(change: string): Promise<void> {
  const administrator = new Client({ connectionString: inject('testServer') });
  await administrator.connect();
  const name = escapeIdentifier(new URL(database.connectionString).pathname.slice(1));
  await administrator.query(`alter database ${name} ${change}`);
  await administrator.end();
}

test('a database that takes writes is usable', async () => {
  expect(await whyUnusable(judged)).toBeUndefined();
});

test('a read-only database is said to be one, until it takes writes', async () => {
  await alter('set default_transaction_read_only = on');
  await judged.pool.query('select 1');
  expect(await whyUnusable(judged)).toBe('the database is read-only: default_transaction_read_only is on');
  await alter('reset default_transaction_read_only');
  // Connections from before are replaced, although the server did not close them.
  await vi.waitFor(async () => expect(await whyUnusable(judged)).toBeUndefined(), { timeout: 60_000 });
});

test('a statement that waits counts, although other connections answer', async () => {
  const connections = { longestWait: 3_400, becameUseless: () => {} };
  expect(await whyUnusable({ ...judged, connections })).toBe(
    'the database has not answered a statement for 3 seconds',
  );
});
