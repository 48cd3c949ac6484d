import { expect, test, vi } from 'vitest';
import { withTestDatabase } from '../testing/test-database.ts';
import { readOldestSnapshot } from './observed-store.ts';

const database = withTestDatabase();
const patience = { timeout: 20_000, interval: 10 };

test('a transaction that keeps dead rows is as old as its begin, and its end is seen', async () => {
  expect(await readOldestSnapshot(database.pool)).toBe(0);
  const holder = await database.pool.connect();
  await holder.query('begin isolation level repeatable read');
  await holder.query('select count(*) from cascade.stage_parcels');
  await vi.waitFor(
    async () => expect(await readOldestSnapshot(database.pool)).toBeGreaterThan(0.1),
    patience,
  );
  await holder.query('rollback');
  holder.release();
  await vi.waitFor(async () => expect(await readOldestSnapshot(database.pool)).toBe(0), patience);
});
