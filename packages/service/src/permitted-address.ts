import { BlockList, isIP } from 'node:net';

/** What the operator permits beside public addresses. */
export interface AddressPolicy {
  /** Loopback; for development only. */
  readonly allowLoopback: boolean;
  readonly privateReceivers?: PrivateReceivers;
}

/**
 * Whether a callback for a host may connect to an IP address: public addresses, private receivers of the
 * operator, and loopback if allowed (ADR-0014). Other addresses that can reach the operator's own network are
 * blocked: private, shared, reserved, and IPv6 addresses that embed an IPv4 address. Link-local addresses,
 * the metadata services of clouds and multicast are blocked whatever the operator permits.
 */
export function isPermittedAddress(address: string, policy: AddressPolicy, host = ''): boolean {
  const { allowLoopback, privateReceivers = noPrivateReceivers } = policy;
  if (isLoopback(address)) return allowLoopback;
  if (isIP(address) === 0 || never.has(address)) return false;
  return isPublic(address) || privateReceivers.permit(address, host);
}

/** The host of a URL, which has an IPv6 address in brackets. */
export function hostOf(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** 127.0.0.0/8 and ::1, in no other notation. */
export function isLoopback(address: string): boolean {
  return isIP(address) === 4 ? address.startsWith('127.') : address === '::1';
}

function isPublic(address: string): boolean {
  return isIP(address) === 4 ? !special4.has(address) : global6.has(address) && !special6.has(address);
}

/** Not even for a receiver that the operator permits. */
const never = createSubnets([
  // This host, loopback, link-local with the metadata services of most clouds, multicast, reserved and
  // broadcast.
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Metadata services of Alibaba, Azure and Oracle.
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  // Unspecified, loopback, and IPv4 in IPv6: compatible, mapped, translated, NAT64, Teredo, 6to4.
  '::/8',
  '2001::/32',
  '2002::/16',
  // Link-local, the former site-local, and multicast.
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
  // Metadata services of Amazon and Google.
  'fd00:ec2::/32',
  'fd20:ce::/32',
]);

/** IANA IPv4 special-purpose registry (RFC 6890), multicast and reserved blocks. */
const special4 = createSubnets([
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
const global6 = createSubnets(['2000::/3']);

/** Protocol assignments including Teredo, documentation, and 6to4. */
const special6 = createSubnets(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/**
 * Tells whether an IP address is in one of the networks. An IPv6 address that embeds an IPv4 address is not
 * in that one's.
 *
 * @param list CIDRs such as `10.0.0.0/8` or `fd00::/8`; @throws {RangeError} if one is not valid.
 */
function createSubnets(list: readonly string[]) {
  const blocks = { 4: new BlockList(), 6: new BlockList() };
  for (const subnet of list) {
    const found = parseSubnet(subnet);
    if (found === undefined) throw new RangeError(`not a network: ${subnet}`);
    const { network, prefix, version } = found;
    blocks[version].addSubnet(network, prefix, version === 4 ? 'ipv4' : 'ipv6');
  }
  return {
    has(address: string): boolean {
      const version = isIP(address);
      if (version === 4) return blocks[4].check(address, 'ipv4');
      return version === 6 && blocks[6].check(address, 'ipv6');
    },
  };
}

/** `undefined` if it is not an address with the length of a prefix. */
function parseSubnet(
  subnet: string,
): { readonly network: string; readonly prefix: number; readonly version: 4 | 6 } | undefined {
  const [, network = '', digits = ''] = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/.exec(subnet) ?? [];
  const version = isIP(network);
  const prefix = Number(digits);
  if (version === 4 && prefix <= 32) return { network, prefix, version };
  return version === 6 && prefix <= 128 ? { network, prefix, version } : undefined;
}

/** The receivers on private addresses that the operator permits; none by default. */
export type PrivateReceivers = ReturnType<typeof createPrivateReceivers>;

const noPrivateReceivers: PrivateReceivers = { permit: () => false };

/** A name with a letter in its last label: no notation of an IP address. */
const hostName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Why an entry of the list is not valid; `undefined` if it is. */
export function faultOfPrivateReceiver(entry: string): string | undefined {
  if (parseSubnet(entry) !== undefined) return undefined;
  if (isIP(entry) !== 0)
    return `expected the length of the prefix, too: ${entry}/${isIP(entry) === 4 ? 32 : 128}`;
  return hostName.test(entry)
    ? undefined
    : 'expected a network such as 10.20.0.0/16 or fd12:3456::/32, or the name of a host';
}

/** @param list networks, and hosts of which every address is permitted; all valid. */
export function createPrivateReceivers(list: readonly string[]) {
  const networks = createSubnets(list.filter((entry) => parseSubnet(entry) !== undefined));
  const hosts = new Set(list.filter((entry) => parseSubnet(entry) === undefined).map(normalized));
  return {
    /** Whether callbacks for that host may be sent to that address, which it resolved to. */
    permit: (address: string, host: string) => networks.has(address) || hosts.has(normalized(host)),
  };
}

function normalized(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}
