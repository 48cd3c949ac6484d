import type { Pool } from 'pg';
import { createLostWork, type Holdings } from '../due/holdings.ts';
import { createOwnership } from '../due/ownership.ts';
import { claimParcels, type Parcel } from '../due/parcels.ts';
import {
  type Claimable,
  claimByLanes,
  claimExpired,
  findClaimable,
  type LaneKey,
  type Visit,
  wakeLanes,
} from '../due/waiting.ts';
import { describeError, type Log } from '../log.ts';
import { type Found, type Pauses, poll } from '../poll.ts';
import type { Replica } from '../store/replica.ts';

/** A lane, or without a URL all lanes of an account. */
type WokenLane = LaneKey | { readonly accountId: number; readonly url: null };

export interface ClaimsOptions {
  readonly pool: Pool;
  readonly replica: Pick<Replica, 'id' | 'holds'>;
  readonly holdings: Holdings;
  readonly log: Log;
  /** Milliseconds of a clock that no one sets. */
  readonly now: () => number;
  /**
   * A fast lane of the account has used up its share: waiting for it is cheaper than having its callbacks
   * wait.
   */
  isCongested(accountId: number): boolean;
  visits(most: number): (lane: LaneKey) => Visit;
  /** Starts work on parcels, if any; called once they are committed. */
  take(parcels: readonly Parcel[]): void;
  /** Pauses while there is nothing to claim, in milliseconds. */
  readonly pauseMs?: Pauses | undefined;
}

/** The most events of a claim by lanes. */
const mostEvents = 256;
const nothingFound = { parcels: [], isMore: false };
/** Milliseconds: an account that registers all the time tries its receivers no more often. */
const renewalEvery = 5_000;

/**
 * Takes work from the database: what no replica owns, what waits in lanes that have room, and what this one
 * forgot.
 */
export function createClaims(options: ClaimsOptions) {
  const { pool, replica, holdings, log, isCongested, visits, take, pauseMs } = options;
  const woken = createWokenLanes(options);
  const { takeGivenUp, forgotten, isFull } = holdings;
  const lost = createLostWork({ ...options, isStages: false, takeGivenUp, forgotten });
  const hasRoom = (accountId: number) => holdings.hasRoom(accountId) && !isCongested(accountId);
  const ownership = createOwnership({ replica, hasRoom, isFull, wake: () => polling.wake() });

  async function claim(): Promise<Found> {
    const owner = replica.id;
    if (isFull() || !replica.holds(owner)) return 'nothing';
    const found = await findClaimable(pool);
    const notNow = holdings.accounts().filter((accountId) => !hasRoom(accountId));
    const { parcels, isMore } = found.parcels ? await claimParcels(pool, owner, notNow) : nothingFound;
    ownership.claimed({ accountIds: parcels.map(({ accountId }) => accountId), notNow, isMore });
    take(parcels);
    const waiting = await claimWaiting(owner, found);
    take(waiting);
    if (isMore) return 'more';
    return parcels.length + waiting.length > 0 ? 'all' : 'nothing';
  }

  async function claimWaiting(owner: number, found: Claimable): Promise<readonly Parcel[]> {
    if (isFull()) return [];
    const ofLanes = found.lanes ? await claimByLanes(pool, { owner, visit: visits(mostEvents) }) : [];
    return found.expired ? [...ofLanes, ...(await claimExpired(pool, owner, mostEvents))] : ofLanes;
  }

  async function pass(): Promise<Found> {
    try {
      await woken.wake();
      await lost.free();
      return await claim();
    } catch (error) {
      log.warn({ error: describeError(error) }, 'work cannot be claimed');
      return 'nothing';
    }
  }

  const polling = poll(pass, pauseMs ?? { shortest: 50, longest: 1_000 });
  return {
    /** The owner of what is written now. */
    ownerOf: ownership.ownerOf,
    /** There may be room again for the account. */
    roomFreed: ownership.freed,
    /** The receiver answers, or its account registers: what waits for it can be claimed. */
    wakeLane(lane: WokenLane): void {
      woken.add(lane);
      polling.wake();
    },
    /** Claims no more, and gives up what is left once the work under way has ended. */
    async stop(ended: () => Promise<void>): Promise<void> {
      ownership.stop();
      await polling.stop();
      await ended();
      await lost
        .free()
        .catch((error: unknown) =>
          log.warn({ error: describeError(error) }, 'work is not given up until this replica leaves'),
        );
    },
  };
}

/** The lanes of which events can be claimed before a replica would look into them. */
function createWokenLanes({ pool, now }: ClaimsOptions) {
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
