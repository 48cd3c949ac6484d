import { BlockList, isIP } from 'node:net';

/** Whether an IP address is in one of the networks. An IPv6 address that embeds an IPv4 address is not in that one's. */
export interface Subnets {
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
export function parseSubnet(
  subnet: string,
): { readonly network: string; readonly prefix: number; readonly version: 4 | 6 } | undefined {
  const [, network = '', digits = ''] = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/.exec(subnet) ?? [];
  const version = isIP(network);
  const prefix = Number(digits);
  if (version === 4 && prefix <= 32) return { network, prefix, version };
  return version === 6 && prefix <= 128 ? { network, prefix, version } : undefined;
}
