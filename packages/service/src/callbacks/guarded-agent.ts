import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { type AddressPolicy, isLoopback, isPermittedAddress } from '../permitted-address.ts';
import { skippingContinue } from '../skip-continue.ts';

/** Loopback, if allowed, may be reached by plain HTTP. */
export interface GuardOptions extends AddressPolicy {
  /** Resolves a name to all its addresses; the system's resolver by default. */
  readonly resolve?: Resolve;
}

type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The URL resolves to an address that callbacks may not be sent to. */
export class ForbiddenAddressError extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';
  constructor() {
    super('the URL resolves to a blocked address');
    this.name = 'ForbiddenAddressError';
  }
}

/**
 * Connects to permitted addresses only. It checks the resolved address that it connects to, so DNS rebinding
 * does not help an attacker. If one address of a name is blocked, the name is. Plain HTTP is limited to
 * loopback.
 */
export function createGuardedAgent({ resolve = systemLookup, ...policy }: GuardOptions): Agent {
  const permits = (address: string, host: string, protocol: string) =>
    isPermittedAddress(address, policy, host) && (protocol === 'https:' || isLoopback(address));
  const connectors = new Map(
    ['http:', 'https:'].map((protocol) => {
      const lookup = guardLookup(resolve, (address, host) => permits(address, host, protocol));
      return [protocol, buildConnector({ lookup, allowH2: false, timeout: 10_000 })];
    }),
  );
  return new Agent({
    keepAliveTimeout: 4_000,
    allowH2: false,
    connect(options, callback) {
      const connector = connectors.get(options.protocol);
      // A literal address is not looked up. Undici has removed the brackets of IPv6.
      const refused =
        isIP(options.hostname) !== 0 && !permits(options.hostname, options.hostname, options.protocol);
      if (connector === undefined || refused) callback(new ForbiddenAddressError(), null);
      else connector(options, skippingContinue(callback));
    },
  });
}

/** A look-up function for `net.connect` that yields permitted addresses or an error. */
function guardLookup(resolve: Resolve, permits: (address: string, host: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) callback(error, []);
      else if (first === undefined || !addresses.every(({ address }) => permits(address, hostname)))
        callback(new ForbiddenAddressError(), []);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
