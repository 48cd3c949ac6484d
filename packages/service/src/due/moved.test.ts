import { startReceiver } from '@cascade/test-kit';
import { closedAfterTest } from '@cascade/test-kit/vitest';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startCallbacks } from '../callbacks/start-callbacks.ts';
import { newEventId } from '../callbacks/status-change.ts';
import { openJobs } from '../jobs/open-jobs.ts';
import { silent } from '../log.ts';
import { migrate } from '../store/migrate.ts';
import { loneReplica } from '../testing/alone.ts';
import { addAccount, addMessage, eventsOf } from '../testing/callback-accounts.ts';
import { migrateUpTo } from '../testing/migrate-up-to.ts';
import { withTestDatabase } from '../testing/test-database.ts';

const database = withTestDatabase();
const queue = 'cascade-callback';

test('what the version before left in its queue, and what it parked, is sent once', async () => {
  const { pool, connectionString } = database;
  await pool.query('drop schema if exists cascade cascade');
  await migrateUpTo(pool, 33);
  const jobs = await openJobs({ connectionString });
  onTestFinished(() => jobs.close());
  await jobs.boss.createQueue(queue);
  const receiver = await closedAfterTest(startReceiver());
  const account = await addAccount(pool, { url: receiver.url });
  const add = async (turn = 0, state = 'pending') => {
    const message = { accountId: account, messageId: await addMessage(pool, account) };
    const id = newEventId(message);
    await pool.query(
      `insert into cascade.status_events (id, account_id, message_id, position, status, at, turn, state)
       values ($1, $2, $3, 1, 'SENT', now(), $4, $5)`,
      [id, account, message.messageId, turn, state],
    );
    return id;
  };
  const [fresh, delivered, underWay, retried, older, parked, again] = [
    await add(),
    await add(1, 'delivered'),
    await add(),
    await add(1),
    await add(2),
    await add(3),
    await add(1),
  ];
  await jobs.boss.send(queue, { eventIds: [underWay, delivered], isFirst: true });
  await jobs.boss.fetch(queue);
  await jobs.boss.send(queue, { eventIds: [fresh], isFirst: true });
  // The event has gone on from the turn of the first of these.
  await jobs.boss.send(queue, { eventIds: [again], turns: [0] });
  await jobs.boss.send(queue, { eventIds: [retried, again], turns: [1, 1] }, { startAfter: 3_600 });
  await jobs.boss.send(queue, { eventIds: [older] }, { startAfter: 3_600 });
  await pool.query(
    `insert into cascade.parked_callbacks (account_id, event_id, turn, url, due_at)
     values ($1, $2, 3, $3, now() + interval '6 hours')`,
    [account, parked, receiver.url],
  );

  await migrate(pool);

  const callbacks = startCallbacks({ pool, replica: loneReplica(), log: silent, allowLoopback: true });
  onTestFinished(() => callbacks.stop());
  await vi.waitFor(
    async () => {
      const states = (await eventsOf(pool, account)).map(({ state }) => state);
      expect(new Set(states)).toEqual(new Set(['delivered']));
      expect(
        (await pool.query('select from cascade.due union all select from cascade.waiting')).rowCount,
      ).toBe(0);
    },
    { timeout: 30_000, interval: 20 },
  );
  const sent = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(sent.toSorted()).toEqual([fresh, underWay, retried, older, parked, again].toSorted());
}, 60_000);
