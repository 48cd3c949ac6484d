import type { SendLease } from '../gateways/gateway.ts';

/** A lease that is never lost. */
export const heldLease: SendLease = { signal: new AbortController().signal, check() {} };

/** A lease until the test aborts it. */
export function abortableLease(): { readonly lease: SendLease; abort(): void } {
  const controller = new AbortController();
  const { signal } = controller;
  return { lease: { signal, check: () => signal.throwIfAborted() }, abort: () => controller.abort() };
}
