import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isLoopback, isPermittedAddress } from './permitted-address.ts';

export interface GuardOptions {
  /** Plain HTTP, and loopback at all: in development only. */
  readonly allowLoopback: boolean;
  /** All addresses of a name; the system's own resolver by default. */
  readonly resolve?: Resolve;
}

type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The receiver's address leads where callbacks may not go. */
export class ForbiddenAddressError extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';
  constructor() {
    super('the address is not one that callbacks may be sent to');
    this.name = 'ForbiddenAddressError';
  }
}

/**
 * Connects to permitted addresses only. It is the address that is connected to that is checked, after the name was
 * resolved, so a name that changes its address between two look-ups gains nothing; if one address of a name is
 * refused, all are. Plain HTTP goes to loopback alone.
 */
export function createGuardedAgent({ allowLoopback, resolve = systemLookup }: GuardOptions): Agent {
  const permits = (address: string, protocol: string) =>
    isPermittedAddress(address, { allowLoopback }) && (protocol === 'https:' || isLoopback(address));
  const connectors = new Map(
    ['http:', 'https:'].map((protocol) => {
      const lookup = guardLookup(resolve, (address) => permits(address, protocol));
      return [protocol, buildConnector({ lookup, allowH2: false, timeout: 10_000 })];
    }),
  );
  return new Agent({
    keepAliveTimeout: 4_000,
    allowH2: false,
    connect(options, callback) {
      const connector = connectors.get(options.protocol);
      // No look-up is made for a literal address, and undici has taken the brackets off.
      const refused = isIP(options.hostname) !== 0 && !permits(options.hostname, options.protocol);
      if (connector === undefined || refused) callback(new ForbiddenAddressError(), null);
      else connector(options, callback);
    },
  });
}

/** Node's own look-up function, as `net.connect` calls it, that answers with permitted addresses or an error. */
function guardLookup(resolve: Resolve, permits: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) callback(error, []);
      else if (first === undefined || !addresses.every(({ address }) => permits(address)))
        callback(new ForbiddenAddressError(), []);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
