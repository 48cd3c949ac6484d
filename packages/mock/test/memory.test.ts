import { expect, test } from 'vitest';
import type { Provider } from '../src/index.ts';
import { freshRequestId, send, validBody } from './support/send.ts';
import { startForTest } from './support/start.ts';

const stage = (uuid: string, channel: string) => ({ uuid, channel, subject: { id: 1, subject: 'codes' } });
const sms = stage('8a1f5b7e-9f0d-4f0e-8d55-0c0d5b1f2002', 'SMS');
const chatone = stage('c2b0f4f4-6ed0-4b8f-9d54-6b0f3a531634', 'CHATONE');

/** Two accounts; the first can pay for exactly two messages of cascade 7, at 3 + 5 each. */
const provider: Provider = {
  accounts: [
    {
      name: 'thrifty',
      keys: [{ key: 'demo-key' }, { key: 'old-key', expiresAt: '2026-03-01T00:00:00Z' }],
      balance: 16,
      prices: { SMS: 3, CHATONE: 5 },
      cascades: [{ id: 7, name: 'Both', stages: [sms, chatone] }],
    },
    {
      name: 'other',
      keys: [{ key: 'other-key' }],
      balance: 100,
      prices: {},
      cascades: [{ id: 2002, name: 'One', stages: [sms] }],
    },
  ],
};

const text = { contentType: 'TEXT', text: 'Hello' };
const bodyForBoth = () => validBody({ cascadeId: 7, content: { smsContent: text, chatoneContent: text } });

test('of 50 concurrent requests with one request id, exactly one is accepted', async () => {
  const mock = await startForTest();
  const body = validBody();
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(mock.url, { body })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => Object(answer.body).title === 'requestId-is-not-unique')).toHaveLength(
    49,
  );
});

test('request ids ignore letter case, and are echoed as sent', async () => {
  const mock = await startForTest();
  const body = validBody({ requestId: 'ABCDEF00-0000-4000-8000-000000000001' });
  expect((await send(mock.url, { body })).body).toStrictEqual({ requestId: body.requestId });
  const again = await send(mock.url, { body: { ...body, requestId: body.requestId.toLowerCase() } });
  expect(again.body).toMatchObject({ title: 'requestId-is-not-unique' });
});

test('a rejected request does not use up its request id', async () => {
  const mock = await startForTest();
  const requestId = freshRequestId();
  expect((await send(mock.url, { body: validBody({ requestId, cascadeId: 1 }) })).status).toBe(400);
  expect((await send(mock.url, { body: validBody({ requestId }) })).status).toBe(200);
});

test('two accounts may use the same request id', async () => {
  const mock = await startForTest({ provider });
  const body = bodyForBoth();
  expect((await send(mock.url, { body })).status).toBe(200);
  const other = { ...validBody(), requestId: body.requestId };
  expect((await send(mock.url, { body: other, headers: { 'x-api-key': 'other-key' } })).status).toBe(200);
});

test('a message that waits for its start reserves the prices of all its stages, to exactly zero', async () => {
  const mock = await startForTest({ provider });
  const waiting = () => ({ ...bodyForBoth(), startTime: new Date(Date.now() + 3_600_000).toISOString() });
  expect((await send(mock.url, { body: waiting() })).status).toBe(200);
  expect((await send(mock.url, { body: { ...waiting(), content: {} } })).status).toBe(400);
  expect((await send(mock.url, { body: waiting() })).status).toBe(200);
  expect((await send(mock.url, { body: bodyForBoth() })).body).toStrictEqual({
    title: 'out-of-balance',
    status: 400,
    detail: `cascade ${bodyForBoth().cascadeId} costs more than is left`,
  });
});

test('a cascade of another account is not found', async () => {
  const mock = await startForTest({ provider });
  expect((await send(mock.url, { body: validBody() })).body).toMatchObject({ title: 'cascade-not-found' });
});

test('a key is valid until the instant of its expiry', async () => {
  let now = new Date('2026-02-28T23:59:59.999Z');
  const mock = await startForTest({ provider, now: () => now });
  const list = () =>
    send(mock.url, { path: '/api/cascade/get-all', body: {}, headers: { 'x-api-key': 'old-key' } });
  expect((await list()).status).toBe(200);
  now = new Date('2026-03-01T00:00:00Z');
  expect((await list()).body).toStrictEqual({ title: 'auth-error', status: 401 });
});
