import { createArrivals } from '@cascade/test-kit';
import type { Relayed } from '../../mutants/proxy/callback-relay.ts';

/** What a proxy has relayed so far, and a way to wait for more. */
export interface Relays {
  readonly add: (relayed: Relayed) => void;
  until(holds: (all: readonly Relayed[]) => boolean): Promise<void>;
}

export function createRelays(): Relays {
  const all: Relayed[] = [];
  const arrivals = createArrivals();
  return {
    add(relayed) {
      all.push(relayed);
      arrivals.notify();
    },
    async until(holds) {
      await arrivals.until(() => holds(all) || undefined);
    },
  };
}
