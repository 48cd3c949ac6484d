import { startMock } from '@cascade/mock';
import { collectCallbacks } from './collect-callbacks.ts';
import { readReasons } from './inputs.ts';
import { roundTrip, type Step } from './round-trip.ts';
import { startAlteringProxy } from './start-altering-proxy.ts';

/** Each attempt has a mock of its own: request ids are new, and callbacks are those of this mock. */
export async function withProvider<Value>(use: (steps: readonly Step[]) => Promise<Value>): Promise<Value> {
  const mock = await startMock({ port: 0, log: () => {} });
  const proxy = await startAlteringProxy(mock.url);
  try {
    return await use(roundTrip(proxy.url, await collectCallbacks(mock.url, readReasons())));
  } finally {
    await proxy.close();
    await mock.close();
  }
}
