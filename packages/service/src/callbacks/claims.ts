import type { Pool } from 'pg';
import { type CallbackParcel, claimCallbacks } from '../due/callback-parcels.ts';
import type { Accounts, Claimed, Owned } from '../due/performer.ts';
import {
  type Claimable,
  claimByLanes,
  claimExpired,
  findClaimable,
  type LaneKey,
  type Visit,
  wakeLanes,
} from '../due/waiting.ts';

/** A lane, or without a URL all lanes of an account. */
export type WokenLane = LaneKey | { readonly accountId: number; readonly url: null };

export interface ClaimsOptions {
  readonly pool: Pool;
  /** Milliseconds of a clock that no one sets. */
  readonly now: () => number;
  /** How much each lane has room for, and all of them at most. */
  visits(most: number): (lane: LaneKey) => Visit;
}

/** The most events of a claim by lanes. */
const mostEvents = 256;
const nothingFound = { parcels: [], isMore: false };
/** Milliseconds: an account that registers all the time tries its receivers no more often. */
const renewalEvery = 5_000;

/** Takes callbacks from the database: what no replica owns, and what waits in lanes that have room. */
export function createCallbackClaims({ pool, now, visits }: ClaimsOptions) {
  const woken = createWokenLanes({ pool, now });
  let found: Claimable = { parcels: false, lanes: false, expired: false };
  return {
    async claim(owner: number, { notNow }: Accounts): Promise<Claimed<Owned<CallbackParcel>>> {
      await woken.wake();
      found = await findClaimable(pool);
      return found.parcels ? claimCallbacks(pool, owner, notNow) : nothingFound;
    },
    /** To be called after a claim, which has looked for these, too. */
    async claimOthers(owner: number): Promise<readonly Owned<CallbackParcel>[]> {
      const ofLanes = found.lanes ? await claimByLanes(pool, { owner, visit: visits(mostEvents) }) : [];
      return found.expired ? [...ofLanes, ...(await claimExpired(pool, owner, mostEvents))] : ofLanes;
    },
    /** The receiver answers, or its account registers: what waits for it can be claimed. */
    wakeLane: woken.add,
  };
}

/** The lanes of which events can be claimed before a replica would look into them. */
function createWokenLanes({ pool, now }: Pick<ClaimsOptions, 'pool' | 'now'>) {
  const lanes = new Map<string, { readonly lane: WokenLane; readonly at: number }>();
  /** When the lanes of an account were last woken as a whole. */
  const renewed = new Map<number, number>();

  return {
    add(lane: WokenLane): void {
      const { accountId, url } = lane;
      const key = `${accountId} ${url ?? ''}`;
      if (lanes.has(key)) return;
      const last = url === null ? (renewed.get(accountId) ?? Number.NEGATIVE_INFINITY) : undefined;
      const at = last === undefined ? now() : Math.max(now(), last + renewalEvery);
      if (url === null) renewed.set(accountId, at);
      lanes.set(key, { lane, at });
    },
    async wake(): Promise<void> {
      for (const [account, at] of renewed) if (at + renewalEvery < now()) renewed.delete(account);
      const due = [...lanes].filter(([, { at }]) => at <= now());
      if (due.length === 0) return;
      for (const [key] of due) lanes.delete(key);
      await wakeLanes(
        pool,
        due.map(([, { lane }]) => lane),
      );
    },
  };
}
