import { expect, test } from 'vitest';
import { isPermittedAddress } from './permitted-address.ts';

test.each([
  ['198.17.255.255', true],
  ['8.8.8.8', true],
  ['172.15.255.255', true],
  ['172.32.0.0', true],
  ['2606:4700::1111', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['127.8.8.8', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.168.0.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['::ffff:7f00:1', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b::10.0.0.1', false],
  ['2002:7f00:1::', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['fc00::1', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['localhost', false],
  ['', false],
])('%s: %s', (address, permitted) => {
  expect(isPermittedAddress(address, { allowLoopback: false })).toBe(permitted);
});

test.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['::ffff:127.0.0.1', false],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['169.254.169.254', false],
])('with loopback allowed, %s: %s', (address, permitted) => {
  expect(isPermittedAddress(address, { allowLoopback: true })).toBe(permitted);
});
