import type { LaneKey } from '../../due/waiting.ts';
import { createLane, type Lane, type LaneSettings, type LaneSurroundings } from './lane.ts';

/** The lanes of this process. */
export interface Lanes {
  /** The lane of a callback; made if its destination is new or forgotten. */
  of(key: LaneKey): Lane;
  all(): Iterable<Lane>;
  /** Ends the pauses of an account's lanes. */
  probe(accountId: number): void;
}

/** How many lanes are remembered in sum, and of one account; those with callbacks always are. */
const remembered = { inSum: 10_000, ofAccount: 256 } as const;

/** What is known of a destination outlives its callbacks. The lanes unused for longest are forgotten first. */
export function createLanes(settings: LaneSettings, around: LaneSurroundings): Lanes {
  /** In the order of their last use. */
  const lanes = new Map<string, Lane>();
  /** How many lanes each account has. */
  const counts = new Map<number, number>();

  function forget(isMeant: (lane: Lane) => boolean): void {
    for (const [key, lane] of lanes) {
      if (lane.size > 0 || !isMeant(lane)) continue;
      lanes.delete(key);
      count(lane.key.accountId, -1);
      return;
    }
  }

  function count(accountId: number, by: 1 | -1): number {
    const lanesOfAccount = (counts.get(accountId) ?? 0) + by;
    if (lanesOfAccount === 0) counts.delete(accountId);
    else counts.set(accountId, lanesOfAccount);
    return lanesOfAccount;
  }

  function add(key: LaneKey): Lane {
    const { accountId } = key;
    if (count(accountId, 1) > remembered.ofAccount) forget((one) => one.key.accountId === accountId);
    else if (lanes.size >= remembered.inSum) forget(() => true);
    return createLane(settings, key, around);
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
      for (const { key, circuit } of lanes.values()) if (key.accountId === accountId) circuit.probeNow();
    },
  };
}
