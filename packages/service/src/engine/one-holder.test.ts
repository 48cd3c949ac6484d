import { expect, test } from 'vitest';
import { stageOf } from '../testing/cascade-of.ts';
import { faultyPool } from '../testing/faulty-pool.ts';
import { insertAccount } from '../testing/make-message.ts';
import { createTestBench } from '../testing/test-bench.ts';
import { withTestDatabase } from '../testing/test-database.ts';

const database = withTestDatabase();

/** The nth commit of the engine has no answer, and the next server takes no writes. */
function failingOver(nth: number) {
  let [commits, isReadOnly, refusals] = [0, false, 0];
  const pool = faultyPool(
    database.pool,
    (statement) => {
      if (statement !== 'commit') return false;
      commits += 1;
      isReadOnly ||= commits === nth;
      return commits === nth;
    },
    () => {
      const isRefused = isReadOnly;
      isReadOnly = false;
      refusals += isRefused ? 1 : 0;
      return isRefused;
    },
  );
  return { pool, refusals: () => refusals };
}

test('a message whose send was committed, and never began, is sent', async () => {
  const { pool, refusals } = failingOver(1);
  const bench = await createTestBench(database.pool, { enginePool: pool });
  const accountId = await insertAccount(database.pool, 10);
  const messageId = await bench.schedule({
    ...{ accountId, address: '+12025550199' },
    plan: [stageOf({ price: 1 })],
  });
  await bench.run(3_600);
  expect(refusals()).toBe(1);
  expect(bench.sent).toHaveLength(1);
  expect(await bench.eventsOf(messageId)).toEqual(['1 ENQUEUED', '1 SENT', '1 DELIVERED']);
});

test('a replica that was released while it was suspended with its clock sends nothing', async () => {
  const bench = await createTestBench(database.pool);
  await database.pool.query('delete from cascade.replicas');
  const accountId = await insertAccount(database.pool, 10);
  const messageId = await bench.schedule({
    ...{ accountId, address: '+12025550199' },
    plan: [stageOf({ price: 1 })],
  });
  await bench.run(60);
  expect([bench.sent, await bench.eventsOf(messageId)]).toEqual([[], []]);
  // As its next beat finds out, it is another replica now.
  bench.crash();
  await bench.run(3_600);
  expect(bench.sent).toHaveLength(1);
});
