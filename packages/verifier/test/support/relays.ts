import type { Relayed } from '../../mutants/proxy/callback-relay.ts';

/** What a proxy has relayed so far, and a way to wait for more. */
export interface Relays {
  readonly add: (relayed: Relayed) => void;
  until(holds: (all: readonly Relayed[]) => boolean): Promise<void>;
}

export function createRelays(): Relays {
  const all: Relayed[] = [];
  const waiting = new Set<() => void>();
  return {
    add(relayed) {
      all.push(relayed);
      for (const look of waiting) look();
    },
    until(holds) {
      return new Promise((resolve) => {
        const look = () => {
          if (!holds(all)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
  };
}
