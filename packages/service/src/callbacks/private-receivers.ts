import { isIP } from 'node:net';
import { createSubnets, parseSubnet } from './subnets.ts';

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
