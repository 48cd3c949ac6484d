import { stageOf } from '@cascade/transition/testing';
import { beforeEach, expect, test } from 'vitest';
import { addAccount } from '../testing/rows.ts';
import { createTestBench } from '../testing/test-bench.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { findMessages, readStory, type Story } from './story.ts';
import { timelineOf } from './timeline.ts';

const database = withTestDatabase();
let accountId: number;

beforeEach(async () => {
  accountId = await addAccount(database.pool, { balance: 1_000 });
});

async function storyOf(messageId: number): Promise<Story> {
  const story = await readStory(database.pool, { accountId, messageId });
  if (story === undefined) throw new Error('there is a message');
  return story;
}

/** What the ledger says of a message. */
async function booked(messageId: number): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ credit: string; amount: number }>(
    'select credit, sum(amount)::bigint as amount from cascade.ledger where message_id = $1 group by credit',
    [messageId],
  );
  return Object.fromEntries(rows.map(({ credit, amount }) => [credit, amount]));
}

test.each([
  ['delivered by the first stage', '+12025550199', { accepted: 7, spent: 3, released: 4, stillReserved: 0 }],
  ['refused by the first', '+12025550101', { accepted: 7, spent: 7, released: 0, stillReserved: 0 }],
])('the money of a message %s is that of the ledger', async (_, address, money) => {
  const bench = await createTestBench(database.pool);
  const plan = [stageOf({ price: 3, channel: 'CHATTWO' }), stageOf({ price: 4, channel: 'SMS' })];
  const messageId = await bench.schedule({ accountId, plan, address });
  await bench.run();
  const story = await storyOf(messageId);
  expect(story.money).toEqual(money);
  const { spent = 0, available = 0 } = await booked(messageId);
  expect({ spent, available }).toEqual({ spent: money.spent, available: money.released });
});

test('a message that has not started has its money reserved', async () => {
  const bench = await createTestBench(database.pool);
  const messageId = await bench.schedule({ accountId, plan: [stageOf({ price: 3 })] });
  expect(await storyOf(messageId)).toMatchObject({
    state: 'scheduled',
    stages: [{ position: 1, attempt: null }],
    events: [],
    money: { accepted: 3, spent: 0, released: 0, stillReserved: 3 },
  });
});

test('the timeline tells every status and every try, in the order of time', async () => {
  const bench = await createTestBench(database.pool);
  const plan = [stageOf({ price: 3, channel: 'CHATTWO' }), stageOf({ price: 4, channel: 'SMS' })];
  const messageId = await bench.schedule({ accountId, plan, address: '+12025550101' });
  await bench.run();
  await database.pool.query(
    `update cascade.messages set accepted_at = '2026-11-21T11:00:00Z' where id = $1`,
    [messageId],
  );
  await database.pool.query(
    `insert into cascade.status_events (id, account_id, message_id, position, status, reason, at, tries) values
       ('evt_1', $2, $1, 1, 'UNDELIVERED', 'not-chattwo-user', '2026-11-21T12:00:00Z', null),
       ('evt_2', $2, $1, 2, 'DELIVERED', null, '2026-11-21T12:00:01Z',
        array['2026-11-22T00:00:00.000Z ECONNREFUSED 3', '2026-11-22T01:00:00.000Z resent'])`,
    [messageId, accountId],
  );
  const story = await storyOf(messageId);
  const moments = timelineOf(story);
  const text = moments.map(({ what }) => what).join('\n');
  expect(moments.map(({ at }) => at.getTime())).toEqual(
    moments.map(({ at }) => at.getTime()).toSorted((a, b) => a - b),
  );
  expect(text).toMatch(/^accepted for .*; 7 reserved\n/);
  expect(text).toContain('stage 1 (CHATTWO): UNDELIVERED, not-chattwo-user;');
  expect(text).toContain('stage 2 (SMS): DELIVERED;');
  expect(text).toContain(
    '\ncallback of DELIVERED: ECONNREFUSED after 3 ms\ncallback of DELIVERED is asked for again',
  );
  expect(JSON.stringify(story) + text).not.toContain('12025550101');
});

test('a message is found by its request id in any case, by its own id, and by account', async () => {
  const bench = await createTestBench(database.pool);
  const messageId = await bench.schedule({ accountId, plan: [stageOf()] });
  const { rows } = await database.pool.query('select request_id from cascade.messages where id = $1', [
    messageId,
  ]);
  const find = (id: string, account?: string) => findMessages(database.pool, id, account);
  const [found] = await find(String(messageId));
  expect(found).toMatchObject({ accountId, messageId });
  expect(await find(rows[0].request_id.toUpperCase())).toEqual([found]);
  expect(await find(rows[0].request_id, found?.account)).toEqual([found]);
  expect(await find(rows[0].request_id, 'another')).toEqual([]);
});

test.each(['', '\u0000', '<script>', "' or 1=1 --", '999999999999999', '9'.repeat(400), '\ud800'])(
  'no message has the id %j',
  async (id) => {
    expect(await findMessages(database.pool, id, undefined)).toEqual([]);
  },
);
