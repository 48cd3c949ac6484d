import { randomUUID } from 'node:crypto';
import { type Receiver, startReceiver } from '@cascade/repository/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningService } from '../service-options.ts';
import { aCascade, anAccount } from '../testing/declare.ts';
import { scheduling, send } from '../testing/requests.ts';
import { startTestService } from '../testing/start-test-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';

/**
 * The largest and strangest numbers, texts and times that reach the store: an answer of the contract, never
 * 500.
 */
const database = withTestDatabase();
let service: RunningService;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({
    database: database.connectionString,
    accounts: [
      anAccount('demo', {
        balance: 1_000_000,
        cascades: [aCascade(2002)],
        callback: { url: receiver.url },
        settings: { lenient: { anyRequestId: true } },
      }),
    ],
  });
});

afterAll(async () => {
  await service?.close();
  await receiver?.close();
});

const hour = 3_600_000; // milliseconds
const day = 24 * hour;
const ahead = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const almostTooFar = ahead(366 * day - hour);
const post = (path: string, body: object) => send(service.url, { ...scheduling(), path, body });
const schedule = (part: object) => send(service.url, scheduling(part));
const malformed = { status: 400, body: { title: 'matched-template-not-found' } };

test.each([-1, 2_147_483_648, 2 ** 53, 1e300, 0.5])(
  'a registration for the sender %d is malformed',
  async (subjectId) => {
    const answer = await post('/api/callback/set', { statusCallbackUrl: receiver.url, subjectId });
    expect(answer).toMatchObject({ ...malformed, body: { detail: expect.stringContaining('/subjectId') } });
  },
);

test.each(['\0', '\n', '\u007f', '\ud800', '\udfff x'])(
  'a registration with the control character or half surrogate pair %j is refused',
  async (odd) => {
    const statusCallbackUrl = `https://shop.example/${odd}`;
    expect(await post('/api/callback/set', { statusCallbackUrl })).toMatchObject({
      status: 400,
      body: { title: 'callback-url-not-valid', detail: expect.stringContaining('/statusCallbackUrl') },
    });
  },
);

test.each([-1, 2 ** 31, 2 ** 53, 1e300])('the cascade %d is not one of the account', async (cascadeId) => {
  expect(await schedule({ cascadeId })).toMatchObject({ status: 400, body: { title: 'cascade-not-found' } });
});

test.each([
  '2030-02-30T00:00:00Z',
  '2030-02-29T00:00:00Z',
  '2100-02-29T00:00:00Z',
  '2030-04-31T00:00:00+02:00',
  '2030-01-01T24:00:00Z',
  '2030-01-01T00:00:61Z',
])('the start time %s is malformed', async (startTime) => {
  expect(await schedule({ startTime })).toMatchObject({
    ...malformed,
    body: { detail: expect.stringMatching(/^\/startTime: must be a day of the calendar/) },
  });
});

test.each(['9999-12-31T23:59:59-23:59', '9998-12-31T23:59:60Z', ahead(366 * day + hour)])(
  'the start time %s is too far ahead, and reserves nothing (ADR-0043)',
  async (startTime) => {
    const requestId = randomUUID();
    expect(await schedule({ requestId, startTime })).toMatchObject({
      ...malformed,
      body: {
        detail: expect.stringMatching(/^\/startTime: must be at most 366 days ahead, found (?:367|29\d{5})$/),
      },
    });
    // Money is reserved with a message only.
    const found = await database.pool.query('select from cascade.messages where request_id = $1', [
      requestId,
    ]);
    expect(found.rowCount).toBe(0);
    expect((await schedule({ requestId })).status).toBe(200);
  },
);

test.each([
  [almostTooFar, almostTooFar],
  ['0000-01-01T00:00:00+23:59', null],
])('the start time %s means %s', async (startTime, expected) => {
  const requestId = randomUUID();
  expect((await schedule({ requestId, startTime })).status).toBe(200);
  const { rows } = await database.pool.query(
    `select due.due_at as at from cascade.stage_parcels as due
     join cascade.messages m on m.id = any(due.message_ids)
     where m.request_id = $1 and due.due_at > now() + interval '1 day'`,
    [requestId],
  );
  expect(rows[0]?.at?.toISOString() ?? null).toBe(expected);
});

test.each([
  { dateFrom: '0000-01-01T00:00:00+23:59', dateTo: '9999-12-31T23:59:59-23:59' },
  { messageId: 9_007_199_254_740_991, subjectId: 2_147_483_647, offset: 100_000 },
  {
    channelTypes: ['\0', '\ud800'],
    trafficType: ['\0'],
    sort: [{ property: 'messageId', direction: 'ASC' }],
  },
])('the history with %j is a page', async (filter) => {
  expect(await post('/api/messages/history', filter)).toMatchObject({
    status: 200,
    body: { hasNext: false },
  });
});

test.each(['\0', 'order \0', '\ud800', '\udfff', 'a\ude00\ud83d'])(
  'neither a comment nor a request id may be %j, which no receiver would read as it was sent',
  async (odd) => {
    expect(await schedule({ comment: odd })).toMatchObject({
      ...malformed,
      body: { detail: expect.stringMatching(/^\/comment: /) },
    });
    expect(await schedule({ requestId: odd })).toMatchObject(malformed);
  },
);

test.each(['🎉 \uffff\u2028\u0001\u007f "\\ é e\u0301 \ufffd', '\ufeff'])(
  'the comment and request id %j are the same in answer and callback',
  async (odd) => {
    expect(await schedule({ requestId: odd, comment: odd })).toMatchObject({
      status: 200,
      body: { requestId: odd },
    });
    const event = await receiver.until(
      () => receiver.received.find((one) => one.event.requestId === odd),
      30,
    );
    expect(event.event).toMatchObject({ requestId: odd, comment: odd });
  },
);

const oddAddresses = [
  ['address', { address: '+1202555\0', type: 'PHONE' }],
  ['address', { address: '+1202555\ud800', type: 'PHONE' }],
  ['address', { address: '\udfff', type: 'PHONE' }],
  ['type', { address: '+12025550100', type: 'PHONE\0' }],
  ['type', { address: '+12025550100', type: '\ud800' }],
] as const;

test.each(oddAddresses)(
  'a subscriber whose %s would be stored as that of another is refused, in the history as well: %j',
  async (member, subscriberFilter) => {
    const refused = {
      status: 400,
      body: {
        title: 'matched-template-not-found',
        status: 400,
        detail: `/subscriberFilter/${member}: must have neither U+0000 nor half of a surrogate pair`,
      },
    };
    expect(await schedule({ subscriberFilter })).toMatchObject(refused);
    expect(await post('/api/messages/history', { subscriberFilter })).toMatchObject(refused);
  },
);

test('the address \ufffd is one of its own, and found', async () => {
  const subscriberFilter = { address: '+1202555\ufffd', type: 'PHONE\ufffd' };
  const requestId = randomUUID();
  expect((await schedule({ requestId, subscriberFilter })).status).toBe(200);
  const { body } = await post('/api/messages/history', { subscriberFilter });
  expect(body).toMatchObject({ content: [{ requestId, address: subscriberFilter.address }] });
});

test.each(['\0', '\ud800'])(
  'the history refuses the request id %j, which would be looked up as another',
  async (requestId) => {
    expect(await post('/api/messages/history', { requestId })).toMatchObject({
      ...malformed,
      body: { detail: '/requestId: must have neither U+0000 nor half of a surrogate pair' },
    });
  },
);
