import type { SendLease } from '../gateways/gateway.ts';

/** A lease that is never lost. */
export const heldLease: SendLease = { signal: new AbortController().signal, check() {} };
