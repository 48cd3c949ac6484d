import { createLane, type Destination, type Lane, type LaneSettings, type LaneSurroundings } from './lane.ts';
import { createNewcomers, type Newcomers } from './newcomers.ts';

/** The lanes of this process. */
export interface Lanes {
  /** The lane of a callback; made if its destination is new or forgotten. */
  of(destination: Destination): Lane;
  all(): Iterable<Lane>;
  /** Ends the pauses of an account's lanes. */
  probe(accountId: number): void;
}

/** How many lanes are remembered in sum, and of one account; those with callbacks always are. */
const remembered = { inSum: 10_000, ofAccount: 256 } as const;

/** What is known of a destination outlives its callbacks. The lanes unused for longest are forgotten first. */
export function createLanes(settings: LaneSettings, around: Omit<LaneSurroundings, 'newcomers'>): Lanes {
  /** In the order of their last use. */
  const lanes = new Map<string, Lane>();
  const accounts = new Map<number, { readonly newcomers: Newcomers; lanes: number }>();

  function forget(isMeant: (lane: Lane) => boolean): void {
    for (const [key, lane] of lanes) {
      if (lane.size > 0 || !isMeant(lane)) continue;
      lanes.delete(key);
      leave(lane.destination);
      return;
    }
  }

  function leave({ accountId }: Destination): void {
    const account = accounts.get(accountId);
    if (account === undefined) return;
    account.lanes -= 1;
    if (account.lanes === 0) accounts.delete(accountId);
  }

  function add(destination: Destination): Lane {
    const { accountId } = destination;
    const account = accounts.get(accountId) ?? { newcomers: createNewcomers(around.random), lanes: 0 };
    accounts.set(accountId, account);
    account.lanes += 1;
    const lane = createLane(settings, destination, { ...around, newcomers: account.newcomers });
    if (account.lanes > remembered.ofAccount) forget((one) => one.destination.accountId === accountId);
    else if (lanes.size >= remembered.inSum) forget(() => true);
    return lane;
  }

  return {
    of({ accountId, url }) {
      const key = `${accountId} ${url}`;
      const lane = lanes.get(key) ?? add({ accountId, url });
      lanes.delete(key);
      lanes.set(key, lane);
      return lane;
    },
    all: () => lanes.values(),
    probe(accountId) {
      for (const { destination, circuit } of lanes.values())
        if (destination.accountId === accountId) circuit.probeNow();
    },
  };
}
