import { expect, test } from 'vitest';
import { callbackParcels, callbackRows, claimCallbacks } from '../due/callback-parcels.ts';
import { claimStages, firstStages, type StageParcel, stageRows } from '../due/stage-parcels.ts';
import { writeTogether } from '../store/prepared.ts';
import { freeWork } from '../testing/replicas.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { readLag } from './watch-lag.ts';

const database = withTestDatabase();
/** A stage that became due so long ago. */
async function writeStage(
  secondsAgo: number,
  { startAt = null, ...changed }: Partial<Pick<StageParcel, 'startAt' | 'tries' | 'gateway'>> = {},
) {
  const first = firstStages([{ accountId: 1, messageId: 1, startAt, isHeavy: false }]);
  const parcels = first.map((parcel) => ({ ...parcel, ...changed }));
  await writeTogether(
    database.pool,
    stageRows.write(parcels, () => null),
  );
  await database.pool.query(
    "update cascade.stage_parcels set due_at = now() - $2 * interval '1 s' where id = $1",
    [parcels[0]?.id, secondsAgo],
  );
}

async function writeParcel(secondsAgo: number, { isFresh = true, owner = null as number | null } = {}) {
  const parcels = callbackParcels([{ accountId: 1, eventId: 'evt_1', turn: 0 }], isFresh);
  await writeTogether(
    database.pool,
    callbackRows.write(parcels, () => owner),
  );
  await database.pool.query(
    "update cascade.callback_parcels set written_at = now() - $2 * interval '1 s' where id = $1",
    [parcels[0]?.id, secondsAgo],
  );
}

test('is the age of the oldest due work that has not been tried', async () => {
  expect(await readLag(database.pool)).toBe(0);
  await writeStage(-60);
  expect(await readLag(database.pool)).toBe(0);
  await writeStage(10);
  await writeParcel(100);
  expect(await readLag(database.pool)).toBeGreaterThanOrEqual(100);
  await claimCallbacks(database.pool, 1);
  expect(await readLag(database.pool)).toBeLessThan(100);
  expect(await readLag(database.pool)).toBeGreaterThanOrEqual(10);
  await freeWork(database.pool);
  expect(await readLag(database.pool)).toBeLessThan(99);
});

test('a stage that another replica is claiming does not count, however long that takes', async () => {
  await writeStage(500);
  await writeStage(400);
  expect(await readLag(database.pool)).toBeGreaterThanOrEqual(500);
  const stopped = await database.pool.connect();
  try {
    await stopped.query('begin');
    await stopped.query(
      'select from cascade.stage_parcels where owner is null order by due_at limit 1 for update',
    );
    expect(await readLag(database.pool)).toBeLessThan(500);
    expect(await readLag(database.pool)).toBeGreaterThanOrEqual(400);
  } finally {
    await stopped.query('rollback');
    stopped.release();
  }
  expect(await readLag(database.pool)).toBeGreaterThanOrEqual(500);
});

test('callbacks that are sent again, or that a replica has in memory, wait for their receiver', async () => {
  await writeParcel(1_000, { isFresh: false });
  await writeParcel(1_000, { owner: 1 });
  expect(await readLag(database.pool)).toBeLessThan(1_000);
});

test('what has failed, or waits for its gateway, says nothing of this service', async () => {
  await database.pool.query('delete from cascade.stage_parcels; delete from cascade.callback_parcels');
  await writeStage(900, { tries: 1 });
  await writeStage(800, { gateway: 'SMS' });
  expect(await readLag(database.pool)).toBe(0);
});

test('what has a start time, and what a replica gave back, may wait for others', async () => {
  await database.pool.query('delete from cascade.stage_parcels; delete from cascade.callback_parcels');
  await writeStage(900, { startAt: new Date() });
  await writeStage(800);
  expect(await readLag(database.pool)).toBeGreaterThanOrEqual(800);
  expect(await readLag(database.pool)).toBeLessThan(900);
  expect((await claimStages(database.pool, 1, { accounts: [], gateways: [] })).parcels).toHaveLength(2);
  await freeWork(database.pool);
  expect(await readLag(database.pool)).toBe(0);
});
