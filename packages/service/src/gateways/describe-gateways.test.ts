import { expect, test } from 'vitest';
import { describeGateways, findUndeclared } from './describe-gateways.ts';

const http = { url: 'https://sms.example.test:8443/secret-path?token=secret' };
const smpp = { host: 'smsc.example.test', port: 2775, systemId: 'cascade', password: 'secret' };

test('says what becomes of each channel, without a secret', () => {
  const lines = describeGateways({ http: { SMS: http }, smpp: { CHATONE: smpp }, none: ['CHATTWO'] }, true);
  expect(lines).toEqual([
    'SMS      http, sms.example.test:8443; receipts at /gateway/receipts of the operations port',
    'CHATONE  smpp, smsc.example.test:2775 as cascade',
    'CHATTWO  none: stages end UNDELIVERED with message-undeliverable, and are not charged',
  ]);
  expect(lines.join()).not.toContain('secret');
});

test('says that without receipts an HTTP gateway ends at SENT', () => {
  expect(describeGateways({ http: { SMS: http } }, false)[0]).toMatch(
    /answers with SENT stays SENT; add receipts/,
  );
});

test('says what is simulated, on purpose or not', () => {
  const lines = describeGateways({ simulated: ['SMS'] }, false);
  expect(lines.map((line) => line.slice(9))).toEqual(Array(3).fill('SIMULATED: nothing is sent'));
});

test('finds the channels that no setting names', () => {
  expect(findUndeclared({})).toEqual(['SMS', 'CHATONE', 'CHATTWO']);
  expect(findUndeclared({ http: { SMS: http }, smpp: { CHATONE: smpp } })).toEqual(['CHATTWO']);
  expect(findUndeclared({ simulated: ['SMS', 'CHATONE'], none: ['CHATTWO'] })).toEqual([]);
});
