import { BlockList, isIP } from 'node:net';

/**
 * Whether a callback may connect to an IP address: public addresses, and loopback if allowed (ADR-0014).
 * Addresses that can reach the operator's own network are blocked: private, link-local (metadata services of
 * clouds), shared, reserved, multicast, and IPv6 addresses that embed an IPv4 address.
 */
export function isPermittedAddress(address: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  if (isLoopback(address)) return allowLoopback;
  if (isIP(address) === 4) return !special4.check(address, 'ipv4');
  return isIP(address) === 6 && global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

/** 127.0.0.0/8 and ::1, in no other notation. */
export function isLoopback(address: string): boolean {
  return isIP(address) === 4 ? address.startsWith('127.') : address === '::1';
}

/** IANA IPv4 special-purpose registry (RFC 6890), multicast and reserved blocks. */
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

/** The block for global unicast. `::ffff:`, `64:ff9b::`, unique local and link-local are outside it. */
const global6 = subnets('ipv6', ['2000::/3']);

/** Protocol assignments including Teredo, documentation, and 6to4. */
const special6 = subnets('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

function subnets(family: 'ipv4' | 'ipv6', list: readonly string[]): BlockList {
  const blocks = new BlockList();
  for (const subnet of list) {
    const [network = '', prefix] = subnet.split('/');
    blocks.addSubnet(network, Number(prefix), family);
  }
  return blocks;
}
