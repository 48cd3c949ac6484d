import { expect, test } from 'vitest';
import { createPool } from '../store/create-pool.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { createMessageIds } from './commit-batch.ts';

const database = withTestDatabase();

test('ids are unique over all replicas and concurrent calls', async () => {
  const replicas = [createMessageIds(database.pool), createMessageIds(database.pool)];
  const counts = Array.from({ length: 200 }, (_, n) => 1 + ((n * 37) % 256));
  const taken = await Promise.all(
    counts.map(async (count, n) => {
      const first = (await replicas[n % 2]?.(count)) ?? Number.NaN;
      return Array.from({ length: count }, (_, place) => first + place);
    }),
  );
  const ids = taken.flat();
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
});

test('what one process takes follows in order, and an old block is not gone on with', async () => {
  let now = 0;
  const takeIds = createMessageIds(database.pool, () => now);
  const first = await takeIds(3);
  expect(await takeIds(1)).toBe(first + 3);
  const other = await createMessageIds(database.pool)(1);
  now = 999;
  expect(await takeIds(1)).toBe(first + 4);
  now = 1_000;
  expect(await takeIds(1)).toBeGreaterThan(other);
});

test('without new blocks the old one is used up, and not exceeded', async () => {
  let now = 0;
  const pool = createPool({ connectionString: database.connectionString, size: 1 });
  const takeIds = createMessageIds(pool, () => now);
  const first = await takeIds(1);
  await pool.end();
  now = 1_000;
  expect(await takeIds(4_000)).toBe(first + 1);
  now = 2_000;
  const rest = await Promise.allSettled([takeIds(60), takeIds(60)]);
  expect(rest.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});
