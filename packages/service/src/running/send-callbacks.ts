import { type CallbackOptions, type Callbacks, startCallbacks } from '../callbacks/start-callbacks.ts';
import { startResending } from '../callbacks/undelivered/start-resending.ts';
import type { RunOptions } from './run-options.ts';

/** Sends status events, and sends undelivered ones again. */
export function sendCallbacks(
  around: Pick<CallbackOptions, 'pool' | 'replica' | 'breaks' | 'announcements'>,
  { callbacks: settings, receivers, metrics: { onOutcome }, log, shutdown }: RunOptions,
): Callbacks {
  const callbacks = startCallbacks({ ...settings, ...around, ...receivers, log, onOutcome });
  shutdown.add({ of: 'callbacks', end: callbacks.stop, underWay: () => callbacks.underWay });
  shutdown.add({ of: 'resending', end: startResending({ ...around, log }).stop });
  return callbacks;
}
