import { BlockList, isIP } from 'node:net';

/** Whether an IP address is in one of the networks. An IPv6 address that embeds an IPv4 address is not in that one's. */
interface Subnets {
  has(address: string): boolean;
}

/** @param list CIDRs such as `10.0.0.0/8` or `fd00::/8`; @throws {RangeError} if one is not valid. */
export function createSubnets(list: readonly string[]): Subnets {
  const blocks = { 4: new BlockList(), 6: new BlockList() };
  for (const subnet of list) {
    const found = parseSubnet(subnet);
    if (found === undefined) throw new RangeError(`not a network: ${subnet}`);
    const { network, prefix, version } = found;
    blocks[version].addSubnet(network, prefix, version === 4 ? 'ipv4' : 'ipv6');
  }
  return {
    has(address) {
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
export interface PrivateReceivers {
  /** Whether callbacks for that host may be sent to that address, which it resolved to. */
  permit(address: string, host: string): boolean;
}

export const noPrivateReceivers: PrivateReceivers = { permit: () => false };

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
export function createPrivateReceivers(list: readonly string[]): PrivateReceivers {
  const networks = createSubnets(list.filter((entry) => parseSubnet(entry) !== undefined));
  const hosts = new Set(list.filter((entry) => parseSubnet(entry) === undefined).map(normalized));
  return { permit: (address, host) => networks.has(address) || hosts.has(normalized(host)) };
}

function normalized(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}
