import { expect, test } from 'vitest';
import { describeGateways, findUndeclared } from './describe-gateways.ts';

const http = { url: 'https://sms.example.test:8443/secret-path?token=secret' };
const smpp = { host: 'smsc.example.test', port: 2775, systemId: 'cascade', password: 'secret' };

test('says what becomes of each channel, without a secret', () => {
  const found = describeGateways({ http: { SMS: http }, smpp: { CHATONE: smpp }, none: ['CHATTWO'] }, true);
  expect(found.map(({ channel, gateway }) => [channel, gateway])).toEqual([
    ['SMS', 'http, sms.example.test:8443; receipts at /gateway/receipts of the operations port'],
    ['CHATONE', 'smpp, smsc.example.test:2775 as cascade'],
    ['CHATTWO', 'none: stages end UNDELIVERED with message-undeliverable, and are not charged'],
  ]);
  expect(JSON.stringify(found)).not.toContain('secret');
});

test('says that without receipts an HTTP gateway ends at SENT', () => {
  expect(describeGateways({ http: { SMS: http } }, false)[0]?.gateway).toMatch(
    /answers with SENT stays SENT; add receipts/,
  );
});

test('says what is simulated, on purpose or not', () => {
  const found = describeGateways({ simulated: ['SMS'] }, false);
  expect(found.map(({ gateway }) => gateway)).toEqual(Array(3).fill('SIMULATED: nothing is sent'));
});

test('finds the channels that no setting names', () => {
  expect(findUndeclared({})).toEqual(['SMS', 'CHATONE', 'CHATTWO']);
  expect(findUndeclared({ http: { SMS: http }, smpp: { CHATONE: smpp } })).toEqual(['CHATTWO']);
  expect(findUndeclared({ simulated: ['SMS', 'CHATONE'], none: ['CHATTWO'] })).toEqual([]);
});
