import { createFairShare, type FairShare, quarterOf } from '../../sharing/fair-share.ts';
import type { PendingCallback } from '../pending-callback.ts';
import type { Lane } from './lane.ts';

/** The callbacks that this process holds: under way, waiting for a slot, or for an earlier event. */
export type Room = ReturnType<typeof createRoom>;

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
 * Destinations that are not proven share half of the places, of which an account or a host gets at most a
 * quarter of those free; a proven lane gets at most a quarter of all that are free. Of what is under way when
 * proven lanes stall, a quarter of all places is charged to no account.
 */
export function createRoom(capacity: number) {
  const doubtful = createFairShare(Math.floor(capacity / 2), { besides: Math.floor(capacity / 4) });
  /** In the order in which they were taken. */
  const held = new Map<PendingCallback, TakenPlace>();
  const quarter = () => Math.floor((capacity - held.size) / 4);
  let evictedAt = Number.NEGATIVE_INFINITY;

  function take(callback: PendingCallback, lane: Lane, charge: TakenPlace['charge']): void {
    held.set(callback, { lane, charge });
    if (charge !== 'none') doubtful.take(lane.parties, 1, charge === 'granted');
  }

  function leave(callback: PendingCallback): void {
    const place = held.get(callback);
    held.delete(callback);
    if (place !== undefined && place.charge !== 'none')
      doubtful.give(place.lane.parties, 1, place.charge === 'granted');
  }

  /** Whether it had to leave. */
  function isEvicted(callback: PendingCallback, lane: Lane): boolean {
    const fits = doubtful.grants(lane.parties);
    if (!fits && lane.remove(callback)) return held.delete(callback);
    take(callback, lane, fits ? 'granted' : 'forced');
    return false;
  }

  return {
    /**
     * Whether to wait for the lane, although it is full, because it is fast. Only while half of the room is
     * free: otherwise a few fast lanes that stall at once could fill all of it.
     */
    waitsFor: (lane: Lane, now: number) =>
      held.size < capacity / 2 && lane.circuit.untouched && lane.isFast(now),
    /** Whether the lane may hold one more. */
    has(lane: Lane, now: number): boolean {
      if (lane.size >= lane.circuit.concurrency(now)) return false;
      return lane.isProven(now) ? lane.size < quarter() : doubtful.grants(lane.parties);
    },
    /**
     * How many more to claim for the lane: as many as it may hold if it is proven, else as it may attempt at
     * once.
     *
     * @param ofParties Callbacks claimed just now for the account or the host of the lane.
     */
    roomFor(lane: Lane, now: number, ofParties: number): number {
      if (lane.isProven(now))
        return Math.max(0, Math.min(quarter(), lane.circuit.concurrency(now)) - lane.size);
      return Math.max(0, Math.min(lane.limit(now) - lane.size, doubtful.spare(lane.parties) - ofParties));
    },
    enter: (callback: PendingCallback, lane: Lane, now: number) =>
      take(callback, lane, lane.isProven(now) ? 'none' : 'granted'),
    leave,
    /**
     * Removes the callbacks that have to leave, from here and from their lanes: they entered when these were
     * proven, wait, and find no place among those of the lanes that are not.
     */
    evict(now: number): readonly Evicted[] {
      if (held.size < capacity / 2 || now - evictedAt < betweenEvictions) return [];
      evictedAt = now;
      return [...held]
        .filter(([, { lane, charge }]) => charge === 'none' && !lane.isProven(now))
        .map(([callback, { lane }]) => ({ callback, lane }))
        .filter(({ callback, lane }) => isEvicted(callback, lane));
    },
  };
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
  readonly startedAt: number;
  readonly parties: readonly string[];
  readonly charge: Charge;
}

/** An attempt of the reserve that takes longer, in milliseconds, counts as slow from then on. */
const overdue = 500;

/**
 * The attempts under way, in sum.
 *
 * First attempts to proven destinations may use all slots; all others share the doubtful ones, of which an
 * account or a host gets at most a quarter of those free. So however many destinations hang, the reserve is
 * left.
 */
export function createSlots({ total, doubtful, reserve: kept }: SlotSettings) {
  // When many that were proven hang at once, their attempts are not in the way of the others' at first.
  const share: FairShare = createFairShare(doubtful, { besides: kept });
  /** In the order of their start. */
  const reserve = new Set<Slot>();
  /** The slots of the reserve that have become overdue. */
  const moved = new Set<Slot>();
  const refused = { reserve: new Set<Lane>(), doubtful: new Set<Lane>() };
  let doubtfulUsed = 0;

  function moveOverdue(now: number): void {
    for (const slot of reserve) {
      if (now - slot.startedAt <= overdue) return;
      reserve.delete(slot);
      moved.add(slot);
      share.take(slot.parties, 1, false);
    }
  }

  const free = () => total - reserve.size - moved.size - doubtfulUsed;

  function isFree(lane: Lane, charge: Charge): boolean {
    if (charge === 'reserve') return lane.running < quarterOf(free());
    return free() > kept && share.grants(lane.parties);
  }

  function charge(slot: Slot): void {
    if (slot.charge === 'reserve') reserve.add(slot);
    else {
      share.take(slot.parties);
      doubtfulUsed += 1;
    }
  }

  function release(slot: Slot): void {
    if (reserve.delete(slot)) return;
    const wasMoved = moved.delete(slot);
    share.give(slot.parties, 1, !wasMoved);
    if (!wasMoved) doubtfulUsed -= 1;
  }

  return {
    /** `undefined` if the lane gets no slot now. */
    take(lane: Lane, isRepeat: boolean, now: number): Slot | undefined {
      moveOverdue(now);
      const slot = { startedAt: now, parties: lane.parties, charge: chargeOf(lane, isRepeat, now) };
      if (isFree(lane, slot.charge)) {
        charge(slot);
        return slot;
      }
      refused[slot.charge].add(lane);
      return undefined;
    },
    /**
     * Returns the lanes that were refused a slot and may get one now, the account with the fewest slots
     * first.
     */
    give(slot: Slot): readonly Lane[] {
      // A slot of the reserve is of use to the others only if no more were left than that.
      const helpsAll = !reserve.has(slot) || free() <= kept;
      release(slot);
      const usedBy = ({ parties }: Lane) => share.usedBy(parties[0] ?? '');
      const doubtful = helpsAll ? drained(refused.doubtful) : [];
      return [...doubtful.toSorted((one, other) => usedBy(one) - usedBy(other)), ...drained(refused.reserve)];
    },
  };
}

function drained(lanes: Set<Lane>): readonly Lane[] {
  const all = [...lanes];
  lanes.clear();
  return all;
}

function chargeOf(lane: Lane, isRepeat: boolean, now: number): Charge {
  return lane.isProven(now) && !isRepeat ? 'reserve' : 'doubtful';
}
