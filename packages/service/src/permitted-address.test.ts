import { describe, expect, test } from 'vitest';
import { createPrivateReceivers, isPermittedAddress } from './permitted-address.ts';

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
  ['168.63.129.16', false],
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

describe('with everything permitted that an operator can write', () => {
  const privateReceivers = createPrivateReceivers(['0.0.0.0/0', '::/0', 'receiver.internal']);
  const policy = { allowLoopback: false, privateReceivers };

  test.each([
    ['10.1.2.3', true],
    ['172.16.0.1', true],
    ['192.168.1.1', true],
    ['100.64.0.1', true],
    ['fd12:3456::1', true],
    ['8.8.8.8', true],
    ['127.0.0.1', false],
    ['::1', false],
    ['0.0.0.0', false],
    ['::', false],
    ['169.254.169.254', false],
    ['169.254.170.2', false],
    ['100.100.100.200', false],
    ['168.63.129.16', false],
    ['192.0.0.192', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['fe80::1', false],
    ['fe80::a9fe:a9fe', false],
    ['febf::1', false],
    ['fec0::1', false],
    ['ff02::1', false],
    ['fd00:ec2::254', false],
    ['fd00:0ec2:0:0:0:0:0:254', false],
    ['fd20:ce::254', false],
    ['::ffff:169.254.169.254', false],
    ['::ffff:a9fe:a9fe', false],
    ['::ffff:10.0.0.1', false],
    ['::ffff:0:10.0.0.1', false],
    ['::10.0.0.1', false],
    ['64:ff9b::a9fe:a9fe', false],
    ['64:ff9b:1::a9fe:a9fe', false],
    ['2002:a9fe:a9fe::', false],
    ['2001:0:a9fe:a9fe::', false],
    ['fe80::1%eth0', false],
    ['010.0.0.1', false],
    ['0x0a000001', false],
    ['167772161', false],
  ])('%s: %s', (address, permitted) => {
    expect(isPermittedAddress(address, policy)).toBe(permitted);
    expect(isPermittedAddress(address, policy, 'receiver.internal')).toBe(permitted);
  });
});

test('a network permits its addresses, a host those that it resolves to, and neither anything else', () => {
  const privateReceivers = createPrivateReceivers(['10.20.0.0/16', 'fd12:3456::/32', 'Receiver.Internal.']);
  const permits = (address: string, host = 'other.example') =>
    isPermittedAddress(address, { allowLoopback: false, privateReceivers }, host);
  expect([permits('10.20.255.255'), permits('10.21.0.0'), permits('10.19.255.255')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([permits('fd12:3456::9'), permits('fd12:3457::9')]).toEqual([true, false]);
  expect([permits('10.99.0.1', 'receiver.internal'), permits('10.99.0.1', 'RECEIVER.internal.')]).toEqual([
    true,
    true,
  ]);
  for (const host of [
    'a.receiver.internal',
    'receiver.internal.example',
    'receiver.interna',
    'xreceiver.internal',
  ])
    expect(permits('10.99.0.1', host)).toBe(false);
  expect(permits('169.254.169.254', 'receiver.internal')).toBe(false);
});
