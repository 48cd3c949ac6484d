import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../src/defined.ts';
import { send, validBody } from './support/send.ts';
import { start, startForTest, type TestMock } from './support/start.ts';

let mock: TestMock;
beforeAll(async () => {
  mock = await start();
});
afterAll(() => mock.close());

const list = (body: unknown) => send(mock.url, { path: '/api/cascade/get-all', body });
const register = (body: unknown) => send(mock.url, { path: '/api/callback/set', body });
const ids = (body: unknown) => (Array.isArray(body) ? body.map(({ id }) => id) : body);

test('cascades are listed by ascending id, the next stage inside the one before', async () => {
  const { body, headers } = await list({});
  expect(headers.get('content-type')).toBe('application/json');
  expect(ids(body)).toStrictEqual([2002, 4010, 31634, 50505, 1000000]);
  expect(Object(body)[2]).toStrictEqual({
    id: 31634,
    name: 'Newsletter',
    status: 'ACTIVE',
    stagesCount: 2,
    stages: [
      {
        uuid: 'c2b0f4f4-6ed0-4b8f-9d54-6b0f3a531634',
        order: 0,
        decision: null,
        subject: { id: 2, name: 'news', subject: 'news', type: 'CHATONE' },
        stages: [
          {
            uuid: '2ede9313-0539-463a-9ec3-898506f4937a',
            order: 1,
            decision: { type: 'TTL', ttl: '00:05:00' },
            subject: { id: 2, name: 'news', subject: 'news', type: 'CHATTWO' },
            stages: [],
          },
        ],
      },
    ],
  });
});

test.each([
  [{ offset: 3 }, [50505, 1000000]],
  [{ limit: 2 }, [2002, 4010]],
  [{ offset: 1, limit: 2 }, [4010, 31634]],
  [{ offset: 9 }, []],
])('the page %j holds %j', async (page, expected) => {
  expect(ids((await list(page)).body)).toStrictEqual(expected);
});

test.each([[{ offset: -1 }], [{ limit: 0 }], [{ limit: '5' }], [[]], [null]])(
  'the page %j is rejected',
  async (page) => {
    const { status, body } = await list(page);
    expect(status).toBe(400);
    expect(body).toMatchObject({ title: 'matched-template-not-found' });
  },
);

const profiles = (query = '', method = 'GET') =>
  fetch(`${mock.url}/api/channel-profile${query}`, { method, headers: { 'x-api-key': 'demo-key' } });

test('the senders of the account are listed by GET, also those on one channel', async () => {
  const answer = await profiles();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(await answer.json()).toHaveLength(8);
  expect(await (await profiles('?types=SMS')).json()).toStrictEqual([
    { name: 'codes', type: 'SMS', subjectId: 1, subject: 'codes', active: true },
    { name: 'orders', type: 'SMS', subjectId: 1, subject: 'orders', active: true },
  ]);
});

test('POST is not allowed where only GET is, and is named where GET is not', async () => {
  const answer = await profiles('', 'POST');
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
  expect(await answer.json()).toMatchObject({ detail: 'allowed: GET' });
});

test('the senders and templates of a provider file are listed as it declares them', async () => {
  const own = await startForTest({
    provider: {
      accounts: [
        {
          name: 'own',
          keys: [{ key: 'demo-key' }],
          prices: {},
          cascades: [
            { id: 1, stages: [{ uuid: 'a', channel: 'CHATTWO', subject: { id: 4, subject: 'news' } }] },
          ],
          senders: [{ channel: 'CHATTWO', subject: 'news', activated: false }],
          templates: [{ channel: 'CHATTWO', name: 'ready', text: 'Ready: {number}' }],
        },
      ],
    },
  });
  const listed = await fetch(`${own.url}/api/channel-profile`, { headers: { 'x-api-key': 'demo-key' } });
  expect(await listed.json()).toStrictEqual([
    { name: 'news', type: 'CHATTWO', subject: 'news', active: false },
  ]);
  const templates = (body: unknown) => send(own.url, { path: '/api/message-matchers/get-by-request', body });
  expect((await templates({ subjectId: 4 })).body).toStrictEqual([
    {
      name: 'ready',
      channelType: 'CHATTWO',
      type: 'OPERATOR',
      status: 'APPROVED',
      content: { text: 'Ready: {number}' },
    },
  ]);
  expect((await templates({ subjectId: 5 })).body).toStrictEqual([]);
  expect((await templates({})).body).toMatchObject({ detail: '/subjectId: is missing' });
});

test.each([
  [{ statusCallbackUrl: 'https://receiver.example/status' }],
  [{ statusCallbackUrl: 'https://receiver.example/status', subjectId: 2 }],
  [{ statusCallbackUrl: 'http://127.0.0.1:4011/status', subjectId: null }],
  [{ statusCallbackUrl: 'http://localhost/status' }],
  [{ statusCallbackUrl: 'http://[::1]:80/status' }],
])('the registration %j is echoed', async (registration) => {
  const { status, body } = await register(registration);
  expect(body).toStrictEqual(registration);
  expect(status).toBe(200);
});

test.each([
  'http://receiver.example/status',
  'http://127.0.0.1.example/status',
  'https://',
  'https://user:secret@receiver.example/status',
  'ftp://receiver.example/status',
  `https://receiver.example/${'a'.repeat(480)}`,
])('the callback address %s is rejected', async (statusCallbackUrl) => {
  const { status, body } = await register({ statusCallbackUrl });
  expect(status).toBe(400);
  expect(body).toMatchObject({ title: 'callback-url-not-valid', status: 400 });
});

test.each([
  [undefined, 'application/problem+json'],
  ['*/*', 'application/problem+json'],
  ['application/json', 'application/json'],
  ['application/json, application/problem+json', 'application/problem+json'],
  ['application/problem+json;q=0.5, application/json', 'application/json'],
  ['text/html', 'application/problem+json'],
])('with Accept: %s a problem is %s', async (accept, expected) => {
  const { headers: received } = await send(mock.url, { body: {}, headers: defined({ accept }) });
  expect(received.get('content-type')).toBe(expected);
});

test.each([['PUT'], ['GET'], ['DELETE'], ['OPTIONS'], ['PATCH'], ['HEAD']])(
  '%s is not allowed, POST is',
  async (method) => {
    const answer = await send(mock.url, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  },
);

test.each([['application/json'], ['Application/JSON; charset=utf-8'], ['application/json;charset=UTF-8']])(
  'a body declared as %s is accepted',
  async (type) => {
    expect((await send(mock.url, { body: validBody(), headers: { 'content-type': type } })).status).toBe(200);
  },
);

test.each([
  ['text/plain'],
  ['application/jsonp'],
  ['application/problem+json'],
  ['application/x-www-form-urlencoded'],
  [''],
])('a body declared as "%s" is not', async (type) => {
  const { status, body } = await send(mock.url, { body: validBody(), headers: { 'content-type': type } });
  expect(status).toBe(415);
  expect(body).toStrictEqual({
    title: 'unsupported-media-type',
    status: 415,
    detail: expect.stringMatching(
      /^Content-Type: must be application\/json, found (?:none|another media type)$/,
    ),
  });
});

test('a compressed body is rejected', async () => {
  const answer = await send(mock.url, { body: validBody(), headers: { 'content-encoding': 'gzip' } });
  expect(answer.status).toBe(415);
});

test('a query is ignored, a trailing slash is not', async () => {
  expect((await send(mock.url, { path: '/api/cascade/schedule?a=1', body: validBody() })).status).toBe(200);
  expect((await send(mock.url, { path: '/api/cascade/schedule/', body: validBody() })).status).toBe(404);
});

test.each([['+12025550100'], ['10000000001'], ['call me'], ['']])(
  'the address "%s" is not checked at scheduling',
  async (address) => {
    const body = validBody({ subscriberFilter: { address, type: 'PHONE' } });
    expect((await send(mock.url, { body })).status).toBe(200);
  },
);
