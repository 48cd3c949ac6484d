import { createFairShare, type FairShare, quarterOf } from '../../sharing/fair-share.ts';
import type { Lane } from './lane.ts';

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
 * First attempts to proven destinations may use all slots; all others share the doubtful ones, of which an account or
 * a host gets at most a quarter of those free. So however many destinations hang, the reserve is left.
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
    /** Returns the lanes that were refused a slot and may get one now, the account with the fewest slots first. */
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
