import { BlockList, isIP } from 'node:net';

/**
 * Whether a callback may connect to an IP address: to the public internet, and to loopback if that is allowed
 * (ADR-0014). What leads back into a network of the operator is refused: private, link-local with the metadata
 * services of clouds, shared, reserved, multicast, and every form of IPv6 that carries an IPv4 address inside.
 */
export function isPermittedAddress(address: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  if (isLoopback(address)) return allowLoopback;
  if (isIP(address) === 4) return !special4.check(address, 'ipv4');
  return isIP(address) === 6 && global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

/** 127.0.0.0/8 and ::1, and no other way to write them. */
export function isLoopback(address: string): boolean {
  return isIP(address) === 4 ? address.startsWith('127.') : address === '::1';
}

/** IANA IPv4 special-purpose registry (RFC 6890), multicast, and what is reserved. */
const special4 = subnets('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** All that is assigned for global unicast; `::ffff:`, `64:ff9b::`, unique local and link-local lie outside. */
const global6 = subnets('ipv6', ['2000::/3']);

/** Protocol assignments with Teredo, documentation, and 6to4. */
const special6 = subnets('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

function subnets(family: 'ipv4' | 'ipv6', list: readonly string[]): BlockList {
  const blocks = new BlockList();
  for (const subnet of list) {
    const [network = '', prefix] = subnet.split('/');
    blocks.addSubnet(network, Number(prefix), family);
  }
  return blocks;
}
