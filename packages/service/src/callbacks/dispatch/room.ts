import { createFairShare, type FairShare, quarterOf } from '../../sharing/fair-share.ts';
import type { PendingCallback } from '../pending-callback.ts';
import type { Lane } from './lane.ts';

export interface Evicted {
  readonly callback: PendingCallback;
  readonly lane: Lane;
}

/** A place that is taken. */
interface TakenPlace {
  readonly lane: Lane;
  /** `forced`: under way when its lane was no longer proven. */
  readonly charge: 'none' | 'granted' | 'forced';
}

/** Milliseconds. A lane that hangs takes about as long to stop being proven. */
const betweenEvictions = 250;

/**
 * The callbacks that this process holds: under way, waiting for a slot, or for an earlier event.
 *
 * Destinations that are not proven share half of the places, of which an account or a host gets at most a
 * quarter of those free; a proven lane gets at most a quarter of all that are free. Of what is under way when
 * proven lanes stall, a quarter of all places is charged to no account.
 */
export class Room {
  readonly #capacity: number;
  readonly #doubtful: FairShare;
  /** In the order in which they were taken. */
  readonly #held = new Map<PendingCallback, TakenPlace>();
  #evictedAt = Number.NEGATIVE_INFINITY;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#doubtful = createFairShare(Math.floor(capacity / 2), { besides: Math.floor(capacity / 4) });
  }

  /**
   * Whether to wait for the lane, although it is full, because it is fast. Only while half of the room is
   * free: otherwise a few fast lanes that stall at once could fill all of it.
   */
  waitsFor(lane: Lane, now: number): boolean {
    return this.#held.size < this.#capacity / 2 && lane.circuit.untouched && lane.isFast(now);
  }

  /** Whether the lane may hold one more. */
  has(lane: Lane, now: number): boolean {
    if (lane.size >= lane.circuit.concurrency(now)) return false;
    return lane.isProven(now) ? lane.size < this.#quarter : this.#doubtful.grants(lane.parties);
  }

  /**
   * How many more to claim for the lane: as many as it may hold if it is proven, else as it may attempt at
   * once.
   *
   * @param ofParties Callbacks claimed just now for the account or the host of the lane.
   */
  roomFor(lane: Lane, now: number, ofParties: number): number {
    if (lane.isProven(now))
      return Math.max(0, Math.min(this.#quarter, lane.circuit.concurrency(now)) - lane.size);
    const spare = this.#doubtful.spare(lane.parties) - ofParties;
    return Math.max(0, Math.min(lane.limit(now) - lane.size, spare));
  }

  enter(callback: PendingCallback, lane: Lane, now: number): void {
    this.#take(callback, lane, lane.isProven(now) ? 'none' : 'granted');
  }

  leave(callback: PendingCallback): void {
    const place = this.#held.get(callback);
    this.#held.delete(callback);
    if (place !== undefined && place.charge !== 'none')
      this.#doubtful.give(place.lane.parties, 1, place.charge === 'granted');
  }

  /**
   * Removes the callbacks that have to leave, from here and from their lanes: they entered when these were
   * proven, wait, and find no place among those of the lanes that are not.
   */
  evict(now: number): readonly Evicted[] {
    if (this.#held.size < this.#capacity / 2 || now - this.#evictedAt < betweenEvictions) return [];
    this.#evictedAt = now;
    return [...this.#held]
      .filter(([, { lane, charge }]) => charge === 'none' && !lane.isProven(now))
      .map(([callback, { lane }]) => ({ callback, lane }))
      .filter(({ callback, lane }) => this.#isEvicted(callback, lane));
  }

  get #quarter(): number {
    return Math.floor((this.#capacity - this.#held.size) / 4);
  }

  #take(callback: PendingCallback, lane: Lane, charge: TakenPlace['charge']): void {
    this.#held.set(callback, { lane, charge });
    if (charge !== 'none') this.#doubtful.take(lane.parties, 1, charge === 'granted');
  }

  /** Whether it had to leave. */
  #isEvicted(callback: PendingCallback, lane: Lane): boolean {
    const fits = this.#doubtful.grants(lane.parties);
    if (!fits && lane.remove(callback)) return this.#held.delete(callback);
    this.#take(callback, lane, fits ? 'granted' : 'forced');
    return false;
  }
}

export interface SlotSettings {
  /** The most attempts under way at once: each holds a socket and some memory. */
  readonly total: number;
  /** Those of destinations that are not proven, and repeats. The rest is the reserve of the proven. */
  readonly doubtful: number;
  /** Those that are always left to proven destinations. */
  readonly reserve: number;
}

/** What an attempt under way is charged to. */
type Charge = 'reserve' | 'doubtful';

/** The right to have one attempt under way. */
export interface Slot {
  readonly parties: readonly string[];
  readonly charge: Charge;
}

/**
 * The attempts under way, in sum.
 *
 * First attempts to proven destinations may use all slots; all others share the doubtful ones, of which an
 * account or a host gets at most a quarter of those free. So however many destinations hang, the reserve is
 * left.
 */
export class Slots {
  readonly #total: number;
  /** Those that are always left to proven destinations. */
  readonly #kept: number;
  readonly #share: FairShare;
  readonly #used = { reserve: 0, doubtful: 0 };
  readonly #refused = { reserve: new Set<Lane>(), doubtful: new Set<Lane>() };

  constructor({ total, doubtful, reserve }: SlotSettings) {
    this.#total = total;
    this.#kept = reserve;
    this.#share = createFairShare(doubtful);
  }

  /** `undefined` if the lane gets no slot now. */
  take(lane: Lane, isRepeat: boolean, now: number): Slot | undefined {
    const charge = lane.isProven(now) && !isRepeat ? 'reserve' : 'doubtful';
    if (!this.#isFree(lane, charge)) {
      this.#refused[charge].add(lane);
      return undefined;
    }
    this.#used[charge] += 1;
    if (charge === 'doubtful') this.#share.take(lane.parties);
    return { parties: lane.parties, charge };
  }

  /**
   * Returns the lanes that were refused a slot and may get one now, the account with the fewest slots first.
   */
  give({ charge, parties }: Slot): readonly Lane[] {
    // A slot of the reserve is of use to the others only if no more were left than that.
    const helpsAll = charge === 'doubtful' || this.#free <= this.#kept;
    this.#used[charge] -= 1;
    if (charge === 'doubtful') this.#share.give(parties);
    const usedBy = (lane: Lane) => this.#share.usedBy(lane.parties[0] ?? '');
    const doubtful = helpsAll ? drained(this.#refused.doubtful) : [];
    return [
      ...doubtful.toSorted((one, other) => usedBy(one) - usedBy(other)),
      ...drained(this.#refused.reserve),
    ];
  }

  get #free(): number {
    return this.#total - this.#used.reserve - this.#used.doubtful;
  }

  #isFree(lane: Lane, charge: Charge): boolean {
    if (charge === 'reserve') return lane.running < quarterOf(this.#free);
    return this.#free > this.#kept && this.#share.grants(lane.parties);
  }
}

function drained(lanes: Set<Lane>): readonly Lane[] {
  const all = [...lanes];
  lanes.clear();
  return all;
}
