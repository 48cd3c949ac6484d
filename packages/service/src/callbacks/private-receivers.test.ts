import { expect, test } from 'vitest';
import { faultOfPrivateReceiver } from '../permitted-address.ts';

test.each([
  '10.0.0.0/8',
  '10.20.30.40/32',
  'fd12:3456::/32',
  'receiver',
  'receiver.internal',
  'r-1.a_b.internal.',
])('%s is a network or a host', (entry) => {
  expect(faultOfPrivateReceiver(entry.replace(/\.$/, ''))).toBeUndefined();
});

test.each([
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/',
  '300.0.0.0/8',
  '10.0.0/8',
  '010.0.0.0/8',
  'fd12::/129',
  ':::/8',
  'fe80::1%eth0/64',
  '10.0.0.1:443',
  'https://receiver.internal',
  'receiver.internal/path',
  'receiver.internal:443',
  '*.internal',
  'receiver..internal',
  '-receiver.internal',
  '167772161',
  '0x0a000001',
  'receiver.1',
  'receiver internal',
  'recei\u0000ver',
  'ｒeceiver.internal',
  '',
])('%j is neither', (entry) => {
  expect(faultOfPrivateReceiver(entry)).toContain('expected a network such as');
});

test('an address needs the length of its prefix', () => {
  expect(faultOfPrivateReceiver('10.0.0.1')).toContain('10.0.0.1/32');
  expect(faultOfPrivateReceiver('fd12::1')).toContain('fd12::1/128');
});
