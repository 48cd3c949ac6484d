import { startReceiver } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { callbackParcels, callbackRows, claimCallbacks } from '../due/callback-parcels.ts';
import { silent } from '../log.ts';
import { writeTogether } from '../store/prepared.ts';
import { inTransaction } from '../store/transaction.ts';
import { freeWork, loneReplica } from '../testing/replicas.ts';
import { addAccount, addChanges, addMessage, eventsOf, noEventPending } from '../testing/rows.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { startCallbacks } from './start-callbacks.ts';
import type { StatusChange } from './status-change.ts';

const database = withTestDatabase();

/**
 * A status event that another process took, attempted once, and recorded; its receiver refuses the second
 * attempt.
 */
async function attemptedElsewhere() {
  const { url } = await closedAfterTest(
    startReceiver((response, _, index) => response.writeHead(index === 0 ? 503 : 204).end()),
  );
  const accountId = await addAccount(database.pool, { url });
  const messageId = await addMessage(database.pool, accountId);
  const at = new Date('2026-11-22T12:00:00Z');
  const changes = await inTransaction(database.pool, (client) =>
    addChanges(client, { accountId, messageId }, [{ status: 'SENT', reason: null, at }]),
  );
  const {
    parcels: [parcel],
  } = await claimCallbacks(database.pool, 1);
  await database.pool.query(
    `update cascade.status_events set turn = 1, attempts = 1, last_result = '503', first_due_at = now()
     where message_id = $1`,
    [messageId],
  );
  return { accountId, parcel, changes };
}

function startReplica(): void {
  const schedule = { delays: [5, 10, 15], thenEvery: 20, giveUpAfter: 60_000, jitter: 0 };
  const pauseMs = { shortest: 5, longest: 20 };
  const { pool } = database;
  const replica = loneReplica();
  const callbacks = startCallbacks({ pool, replica, log: silent, allowLoopback: true, schedule, pauseMs });
  onTestFinished(() => callbacks.stop());
}

/** Enters the event for a turn. */
async function enter(changes: readonly StatusChange[], turn: number | null): Promise<void> {
  const entries = changes.map(({ accountId, eventId }) => ({ accountId, eventId, turn }));
  await writeTogether(
    database.pool,
    callbackRows.write(callbackParcels(entries), () => null),
  );
}

test('an event that another process has attempted goes on with its next entry', async () => {
  const { accountId, parcel, changes } = await attemptedElsewhere();
  await writeTogether(database.pool, callbackRows.remove(parcel === undefined ? [] : [parcel]));
  await enter(changes, null);
  startReplica();
  await noEventPending(database.pool, accountId);
  expect(await eventsOf(database.pool, accountId)).toMatchObject([{ state: 'delivered', attempts: 3 }]);
});

test('its first entry, whose process ended, makes no attempt of its own: the retry has its own entry', async () => {
  const { accountId, changes } = await attemptedElsewhere();
  await enter(changes, 1);
  await freeWork(database.pool);
  startReplica();
  await noEventPending(database.pool, accountId);
  expect(await eventsOf(database.pool, accountId)).toMatchObject([{ state: 'delivered', attempts: 3 }]);
});
