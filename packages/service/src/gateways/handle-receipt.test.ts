import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import type { Receipt } from './gateway.ts';
import { createReceiptHandler } from './handle-receipt.ts';

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const other = `whsec_${Buffer.alloc(24, 2).toString('base64')}`;
const now = new Date('2026-11-21T12:00:00Z');
const body = JSON.stringify({ attemptId: 'a', status: 'DELIVERED', at: '2026-11-21T11:59:58Z' });

function receiver(secrets: readonly string[] = [secret]) {
  const reported: Receipt[] = [];
  const handle = createReceiptHandler({
    secrets,
    now: () => now,
    onReceipt: async (receipt) => void reported.push(receipt),
  });
  return { reported, handle };
}

/** Signed by the standard's reference library. */
function signed(text = body, key = secret, at = now) {
  const signature = new Webhook(key).sign('receipt_1', at, text);
  const timestamp = String(at.getTime() / 1000);
  return {
    headers: { 'webhook-id': 'receipt_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature },
    body: text,
  };
}

test('accepts a signed receipt', async () => {
  const { reported, handle } = receiver();
  expect(await handle(signed())).toEqual({ status: 204 });
  expect(reported).toEqual([{ attemptId: 'a', status: 'DELIVERED', at: new Date('2026-11-21T11:59:58Z') }]);
});

test('reads the reason of an UNDELIVERED receipt', async () => {
  const { reported, handle } = receiver();
  await handle(signed(JSON.stringify({ attemptId: 'a', status: 'UNDELIVERED', reason: 'duplicated' })));
  expect(reported).toEqual([{ attemptId: 'a', status: 'UNDELIVERED', reason: 'duplicated' }]);
});

test.each(['x'.repeat(60_000), 'a\0b', ''])('leaves out a reason that is none: %#', async (reason) => {
  const { reported, handle } = receiver();
  expect(await handle(signed(JSON.stringify({ attemptId: 'a', status: 'UNDELIVERED', reason })))).toEqual({
    status: 204,
  });
  expect(reported).toEqual([{ attemptId: 'a', status: 'UNDELIVERED' }]);
});

test('accepts both secrets during a rotation, and any of several signatures', async () => {
  const { handle } = receiver([other, secret]);
  expect(await handle(signed())).toEqual({ status: 204 });
  const two = signed();
  two.headers['webhook-signature'] = `v1,AAAA ${two.headers['webhook-signature']}`;
  expect(await handle(two)).toEqual({ status: 204 });
});

const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

test.each([
  ['another secret', signed(body, other)],
  ['another body', { ...signed(), body: body.replace('DELIVERED', 'READ') }],
  ['another id', { ...signed(), headers: { ...signed().headers, 'webhook-id': 'receipt_2' } }],
  ['an old time', signed(body, secret, minutes(-6))],
  ['a time to come', signed(body, secret, minutes(6))],
  ['no time', { ...signed(), headers: { ...signed().headers, 'webhook-timestamp': '1e9' } }],
  ['no signature', { headers: {}, body }],
  ['an empty signature', { ...signed(), headers: { ...signed().headers, 'webhook-signature': '' } }],
])('refuses %s', async (_, request) => {
  const { reported, handle } = receiver();
  expect(await handle(request)).toEqual({ status: 401 });
  expect(reported).toEqual([]);
});

test('rejects every receipt if no secret is configured', async () => {
  const unsigned = { ...signed(), headers: { ...signed().headers, 'webhook-signature': '' } };
  expect(await receiver([]).handle(unsigned)).toEqual({ status: 401 });
  expect(await receiver([]).handle(signed())).toEqual({ status: 401 });
});

test.each([
  '',
  'null',
  '[]',
  '{"status":"DELIVERED"}',
  '{"attemptId":"a","status":"LOST"}',
  '{"attemptId":"a","status":"READ","at":"noon"}',
])('does not take %j for a receipt', async (text) => {
  expect(await receiver().handle(signed(text))).toEqual({ status: 400 });
});

test('does not acknowledge a receipt that could not be committed', async () => {
  const handle = createReceiptHandler({
    secrets: [secret],
    now: () => now,
    onReceipt: () => Promise.reject(new Error('the store is away')),
  });
  await expect(handle(signed())).rejects.toThrow('the store is away');
});
