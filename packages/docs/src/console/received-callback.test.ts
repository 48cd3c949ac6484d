import { signedRequest } from '@cascade/webhooks/testing';
import { expect, test } from 'vitest';
import {
  callbackText,
  inOrderOfStatus,
  type ReceivedCallback,
  readCallback,
  repetitionOf,
  verifyCallback,
} from './received-callback.ts';

let last = 0;

function callback(body: object | Buffer, headers: Readonly<Record<string, string>> = {}) {
  last += 1;
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  return readCallback({
    key: String(last),
    receivedAt: new Date(1_800_000_000_000 + last).toISOString(),
    headers: Object.entries(headers),
    bodyBase64: bytes.toString('base64'),
  });
}

test('callbacks are in the order of statusAt, those of one second in that of arrival', () => {
  const read = callback({ statusAt: '2026-01-30T11:07:56Z', status: 'READ' });
  const sent = callback({ statusAt: '2026-01-30T12:07:55+01:00', status: 'SENT' });
  const delivered = callback({ statusAt: '2026-01-30T11:07:55Z', status: 'DELIVERED' });
  const other = callback(Buffer.from('not JSON'));
  const ordered = inOrderOfStatus([read, sent, delivered, other]);
  expect(ordered.map(({ fields }) => fields.status)).toEqual(['SENT', 'DELIVERED', 'READ', undefined]);
});

test('the text has every byte of the body, and headers as they came', () => {
  const body = '\uFEFF{ "a" :1,\r\n"b": "€" }';
  const text = callbackText(callback(Buffer.from(body), { 'Webhook-Id': 'msg_1' }));
  expect(text).toBe(`Webhook-Id: msg_1\n\n${body}`);
});

test('a body that is not an object has no fields; invalid UTF-8 is shown with replacements', () => {
  for (const text of ['[1]', 'null', '"x"', '{', '']) expect(callback(Buffer.from(text)).fields).toEqual({});
  expect(callback(Buffer.from([0x7b, 0xff, 0x7d])).text).toBe('{\uFFFD}');
});

test('a further attempt is told from a replay', () => {
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,a' };
  const first = callback({}, headers);
  const attempt = callback({}, { ...headers, 'webhook-timestamp': '2', 'webhook-signature': 'v1,b' });
  const replay = callback({}, { ...headers, 'Webhook-ID': 'msg_1' });
  expect(repetitionOf(first, [])).toBeUndefined();
  expect(repetitionOf(callback({}, { ...headers, 'webhook-id': 'msg_2' }), [first])).toBeUndefined();
  expect(repetitionOf(attempt, [first])).toMatch(/^Attempt 2 /);
  expect(repetitionOf(replay, [first, attempt])).toMatch(/^Replay: /);
  expect(repetitionOf(callback({}), [callback({})])).toBeUndefined();
});

const secret = `whsec_${Buffer.from('a secret for the tests only').toString('base64')}`;
const now = new Date('2026-01-30T11:07:55Z');

/** A callback that a sender signed `secondsAgo`, as the docs server passes it on. */
async function received(event: object | string, secondsAgo = 0): Promise<ReceivedCallback> {
  const at = new Date(now.getTime() - secondsAgo * 1000);
  const request = await signedRequest(event, { secrets: [secret], at });
  return readCallback({
    key: '1',
    receivedAt: now.toISOString(),
    headers: [...request.headers],
    bodyBase64: Buffer.from(await request.arrayBuffer()).toString('base64'),
  });
}

function without(callback: ReceivedCallback, gone: string): ReceivedCallback {
  return { ...callback, headers: callback.headers.filter(([name]) => name !== gone) };
}

test.each([
  ['an event', { requestId: 'a', status: 'DELIVERED' }],
  ['another JSON object', { template: 'approved' }],
  ['a text with bytes of several lengths', '{ "text": "€ \\u20ac", "a":1.0 }'],
  ['a body that is not JSON', 'no JSON'],
])('the signature of %s is valid', async (_, event) => {
  expect(await verifyCallback(await received(event), secret)).toMatchObject({ kind: 'valid' });
});

test('one changed byte, another id or another secret is invalid', async () => {
  const callback = await received({ status: 'DELIVERED' });
  const changed = callback.body.with(3, callback.body[3] === 65 ? 66 : 65);
  const otherId = without(callback, 'webhook-id');
  for (const one of [
    { ...callback, body: changed },
    { ...otherId, headers: [...otherId.headers, ['webhook-id', 'msg_2'] as const] },
  ]) {
    const verdict = await verifyCallback(one, secret);
    expect(verdict).toEqual({ kind: 'invalid', why: expect.stringContaining('No v1 signature fits') });
  }
  const another = `whsec_${Buffer.from('another secret of the tests').toString('base64')}`;
  expect(await verifyCallback(callback, another)).toMatchObject({ kind: 'invalid' });
});

test('a header alone is not a signature', async () => {
  const callback = await received({ status: 'DELIVERED' });
  const forged = without(callback, 'webhook-signature');
  const headers = [...forged.headers, ['webhook-signature', 'v1,x'] as const];
  expect(await verifyCallback({ ...forged, headers }, secret)).toMatchObject({ kind: 'invalid' });
  expect(await verifyCallback(without(callback, 'webhook-timestamp'), secret)).toEqual({
    kind: 'invalid',
    why: expect.stringContaining('webhook-timestamp'),
  });
});

test('without the header it is unsigned', async () => {
  const callback = without(await received({}), 'webhook-signature');
  expect(await verifyCallback(callback, secret)).toMatchObject({ kind: 'unsigned' });
});

test.each([
  [301, 'old'],
  [-301, 'ahead'],
])('signed %i seconds ago: invalid, though the signature fits', async (secondsAgo, word) => {
  const { kind, why } = await verifyCallback(await received({}, secondsAgo), secret);
  expect(kind).toBe('invalid');
  expect(why).toContain(`301 seconds ${word}`);
  expect(why).toContain('signature itself fits');
});

test('an old callback with a wrong signature says both', async () => {
  const callback = await received({ a: 1 }, 4_000);
  const { why } = await verifyCallback({ ...callback, body: callback.body.slice(1) }, secret);
  expect(why).toMatch(/4000 seconds old.*does not fit either/);
});

test('a secret that cannot be one is an error', async () => {
  await expect(verifyCallback(await received({}), 'whsec_*')).rejects.toThrow('not whsec_ and base64');
});
