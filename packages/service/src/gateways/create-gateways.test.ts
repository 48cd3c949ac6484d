import type { ServerResponse } from 'node:http';
import { neverAnswer, startReceiver } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { expect, test } from 'vitest';
import { silent } from '../log.ts';
import { noOptOuts } from '../testing/smpp/use-smsc.ts';
import { abortableLease, heldLease } from '../testing/values.ts';
import {
  createGateways,
  describeGateways,
  explainUndeclared,
  findUndeclared,
  findUnserved,
} from './create-gateways.ts';

const http = { kind: 'http', url: 'https://sms.example.test:8443/secret-path?token=secret' } as const;
const smpp = {
  kind: 'smpp',
  host: 'smsc.example.test',
  port: 2775,
  systemId: 'cascade',
  password: 'secret',
} as const;

const attempt = {
  attemptId: 'a',
  channel: 'SMS',
  address: '+12025550199',
  addressType: 'PHONE',
  subject: null,
  content: { text: 'Hello' },
};

const noReceipts = {
  apply: async () => false,
  applyToPart: async () => false,
  keep: async () => {},
  keepParts: async () => {},
};

test('simulates the channels that have no gateway', async () => {
  const { gatewayOf, stop, close } = createGateways({
    settings: {
      SMS: { kind: 'http', url: 'http://127.0.0.1:1/' },
      CHATONE: { ...smpp, host: '127.0.0.1', port: 1 },
    },
    onReceipt: async () => {},
    receipts: noReceipts,
    optOuts: noOptOuts,
    log: silent,
  });
  await expect(gatewayOf('SMS').send(attempt, heldLease)).rejects.toThrow();
  expect(await gatewayOf('PIGEON').send({ ...attempt, channel: 'PIGEON' }, heldLease)).toMatchObject({
    status: 'DELIVERED',
  });
  await expect(gatewayOf('CHATONE').send({ ...attempt, channel: 'CHATONE' }, heldLease)).rejects.toThrow(
    /connection/,
  );
  stop();
  await close();
});

test.each([
  [{ window: 2 }, 2],
  [{}, 10],
])('an HTTP gateway with %j has %i posts under way at first', async (settings, most) => {
  const receiver = await closedAfterTest(startReceiver(neverAnswer));
  const { gatewayOf, laneOf, close } = createGateways({
    settings: { SMS: { kind: 'http', url: receiver.url, ...settings } },
    onReceipt: async () => {},
    receipts: noReceipts,
    optOuts: noOptOuts,
    log: silent,
  });
  const { lease, abort } = abortableLease();
  const sent = Array.from({ length: 15 }, () => gatewayOf('SMS').send(attempt, lease));
  await receiver.got(most);
  expect(laneOf('SMS').view().waiting).toBe(15 - most);
  abort();
  await Promise.allSettled(sent);
  expect(receiver.received).toHaveLength(most);
  await close();
});

test('an HTTP gateway has 256 posts under way at most, if nothing else is set', async () => {
  const answer = (response: ServerResponse, _: unknown, index: number) =>
    index < 300 ? response.end('{"status":"SENT"}') : neverAnswer(response);
  const receiver = await closedAfterTest(startReceiver(answer));
  const { gatewayOf, laneOf, close } = createGateways({
    settings: { SMS: { kind: 'http', url: receiver.url } },
    onReceipt: async () => {},
    receipts: noReceipts,
    optOuts: noOptOuts,
    log: silent,
  });
  const { lease, abort } = abortableLease();
  const send = () => gatewayOf('SMS').send(attempt, lease);
  await Promise.all(Array.from({ length: 300 }, send));
  const hanging = Array.from({ length: 300 }, send);
  await receiver.got(300 + 256);
  expect(laneOf('SMS').view().waiting).toBe(300 - 256);
  abort();
  await Promise.allSettled(hanging);
  await close();
});

test('says what becomes of each channel, without a secret', () => {
  const found = describeGateways({ SMS: http, CHATONE: smpp, CHATTWO: { kind: 'none' } }, true);
  expect(found.map(({ channel, gateway }) => [channel, gateway])).toEqual([
    ['SMS', 'http, sms.example.test:8443; receipts at /gateway/receipts of the operations port'],
    ['CHATONE', 'smpp, smsc.example.test:2775 as cascade'],
    ['CHATTWO', 'none: stages end UNDELIVERED with message-undeliverable, and are not charged'],
  ]);
  expect(JSON.stringify(found)).not.toContain('secret');
});

test('says that without receipts an HTTP gateway ends at SENT', () => {
  expect(describeGateways({ SMS: http }, false)[0]?.gateway).toMatch(
    /answers with SENT stays SENT; add receipts/,
  );
});

test('says what is simulated, on purpose or not', () => {
  const found = describeGateways({ SMS: { kind: 'simulator' } }, false);
  expect(found.map(({ gateway }) => gateway)).toEqual(Array(3).fill('SIMULATED: nothing is sent'));
});

test('finds the channels that no setting names', () => {
  expect(findUndeclared({})).toEqual(['SMS', 'CHATONE', 'CHATTWO']);
  expect(findUndeclared({ SMS: http, CHATONE: smpp })).toEqual(['CHATTWO']);
  const none = {
    SMS: { kind: 'simulator' },
    CHATONE: { kind: 'simulator' },
    CHATTWO: { kind: 'none' },
  } as const;
  expect(findUndeclared(none)).toEqual([]);
  expect(findUnserved(none)).toEqual(['CHATTWO']);
});

test('says what to write for them, once for each kind', () => {
  const text = explainUndeclared(['CHATTWO']);
  const kinds = [...text.matchAll(/^ {2}CHATTWO: \{ kind: (\w+)/gm)].map(([, kind]) => kind);
  expect(kinds.toSorted()).toEqual(['http', 'none', 'simulator', 'smpp']);
});
