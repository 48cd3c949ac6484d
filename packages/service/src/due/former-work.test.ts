import { expect, onTestFinished, test, vi } from 'vitest';
import { silent } from '../log.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { claimCallbacks } from './callback-parcels.ts';
import { moveFormerWork, takeOverFormerWork } from './former-work.ts';
import { claimStages } from './stage-parcels.ts';

const database = withTestDatabase();

/** As version 0.2.0 writes it. @param owner of callbacks and stages. */
async function leave(owner: number | null): Promise<void> {
  await database.pool.query(
    `insert into cascade.due
       (id, kind, owner, is_first, written_at, due_at, event_ids, turns, account_id, position, tries, gateway, is_heavy)
     values
       (gen_random_uuid(), 1, $1, true, now(), null, '{evt_1,evt_2}', null, 1, null, null, null, null),
       (gen_random_uuid(), 1, $1, false, now(), null, '{evt_3}', '{4}', null, null, null, null, null),
       (gen_random_uuid(), 2, $1, true, now(), now(), '{11,12}', null, 1, 1, 0, null, false),
       (gen_random_uuid(), 2, $1, false, now(), now() + interval '2 hours', '{13}', null, 1, 1, 0, null, true),
       (gen_random_uuid(), 3, $1, false, now(), now() + interval '1 minute', '{14}', null, 2, 2, 3, null, false)`,
    [owner],
  );
}

test('what version 0.2.0 has left is taken over as it was, once, and what its living replicas own is left', async () => {
  const { pool } = database;
  await pool.query('insert into cascade.replicas (id) values (5)');
  await leave(null);
  await leave(5);
  expect(await moveFormerWork(pool)).toBe(5);
  expect(await moveFormerWork(pool)).toBe(0);
  const { parcels } = await claimCallbacks(pool, 1);
  expect(parcels.toSorted((one, other) => one.accountId - other.accountId)).toMatchObject([
    { accountId: 0, isFresh: false, entries: [{ eventId: 'evt_3', turn: 4 }] },
    {
      accountId: 1,
      isFresh: true,
      entries: [
        { eventId: 'evt_1', turn: 0 },
        { eventId: 'evt_2', turn: 0 },
      ],
    },
  ]);
  const stages = await claimStages(pool, 1, { accounts: [], gateways: [] });
  expect(stages.parcels).toMatchObject([{ queue: 'stage', accountId: 1, position: 1, messageIds: [11, 12] }]);
  const { rows } = await pool.query(
    'select message_ids, start_at is null as "isDelay", tries, is_heavy from cascade.stage_parcels where owner is null order by due_at',
  );
  expect(rows).toEqual([
    { message_ids: [14], isDelay: true, tries: 3, is_heavy: false },
    { message_ids: [13], isDelay: false, tries: 0, is_heavy: true },
  ]);
});

test('when the replica of 0.2.0 is gone, what it owned is taken over by itself', async () => {
  const { pool } = database;
  const takingOver = takeOverFormerWork({ pool, log: silent, pauseMs: { shortest: 5, longest: 20 } });
  onTestFinished(() => takingOver.stop());
  await pool.query('delete from cascade.replicas where id = 5');
  await vi.waitFor(
    async () => expect((await pool.query('select from cascade.due')).rowCount).toBe(0),
    30_000,
  );
});
