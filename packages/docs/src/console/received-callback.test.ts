import { expect, test } from 'vitest';
import { callbackText, inOrderOfStatus, readCallback, repetitionOf } from './received-callback.ts';

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
