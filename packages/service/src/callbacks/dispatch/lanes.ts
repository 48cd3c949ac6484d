import type { PendingCallback } from '../pending-callback.ts';
import { createLane, type Lane, type LaneSettings } from './lane.ts';

/** The lanes of this process. */
export interface Lanes {
  /** The lane of a callback; made if its destination is new or forgotten. */
  of(callback: Pick<PendingCallback, 'accountId' | 'url'>): Lane;
  all(): Iterable<Lane>;
}

/** How many lanes are remembered in sum, and of one account; those with callbacks always are. */
const remembered = { inSum: 10_000, ofAccount: 256 } as const;

/** What is known of a destination outlives its callbacks. The lanes unused for longest are forgotten first. */
export function createLanes(settings: LaneSettings, random: () => number): Lanes {
  /** In the order of their last use. */
  const lanes = new Map<string, Lane>();
  const ofAccount = new Map<string, number>();

  function forget(isMeant: (lane: Lane) => boolean): void {
    for (const [key, lane] of lanes) {
      if (lane.size > 0 || !isMeant(lane)) continue;
      lanes.delete(key);
      count(accountOf(lane), -1);
      return;
    }
  }

  function count(account: string, by: number): number {
    const counted = (ofAccount.get(account) ?? 0) + by;
    if (counted > 0) ofAccount.set(account, counted);
    else ofAccount.delete(account);
    return counted;
  }

  function add(parties: readonly [string, string]): Lane {
    const lane = createLane(settings, parties, random);
    const [account] = parties;
    if (count(account, 1) > remembered.ofAccount) forget((one) => accountOf(one) === account);
    else if (lanes.size >= remembered.inSum) forget(() => true);
    return lane;
  }

  return {
    of({ accountId, url }) {
      const key = `${accountId} ${url}`;
      const lane = lanes.get(key) ?? add([`account ${accountId}`, `origin ${URL.parse(url)?.origin ?? url}`]);
      lanes.delete(key);
      lanes.set(key, lane);
      return lane;
    },
    all: () => lanes.values(),
  };
}

function accountOf({ parties }: Lane): string {
  return parties[0] ?? '';
}
