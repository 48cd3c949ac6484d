import type { PendingCallback } from '../pending-callback.ts';
import { createFairShare } from './fair-share.ts';
import type { Lane } from './lane.ts';

/** The callbacks that this process holds: under way, waiting for a slot, or for an earlier event. */
export interface Room {
  /**
   * Whether to wait for the lane, although it is full, because it is fast. Only while half of the room is free: otherwise
   * a few fast lanes that stall at once could fill all of it.
   */
  waitsFor(lane: Lane, now: number): boolean;
  /** Whether the lane may hold one more. */
  has(lane: Lane, now: number): boolean;
  /** How many more it is wise to give to the lane: as many as it may hold if it is proven, else as it may attempt at once. */
  roomFor(lane: Lane, now: number): number;
  enter(callback: PendingCallback, lane: Lane, now: number): void;
  leave(callback: PendingCallback): void;
}

/**
 * Destinations that are not proven share half of the places, of which an account or a host gets at most a quarter of
 * those free; a proven lane gets at most a quarter of all that are free.
 */
export function createRoom(capacity: number): Room {
  const doubtful = createFairShare(Math.floor(capacity / 2));
  /** The parties that a place is charged to; none, if it was taken by a proven lane. */
  const held = new Map<PendingCallback, readonly string[] | undefined>();
  const quarter = () => Math.floor((capacity - held.size) / 4);

  return {
    waitsFor: (lane, now) => held.size < capacity / 2 && lane.circuit.untouched && lane.isFast(now),
    has(lane, now) {
      if (lane.size >= lane.circuit.concurrency(now)) return false;
      return lane.isProven(now) ? lane.size < quarter() : doubtful.grants(lane.parties);
    },
    roomFor: (lane, now) => Math.max(0, (lane.isProven(now) ? quarter() : lane.limit(now)) - lane.size),
    enter(callback, lane, now) {
      const parties = lane.isProven(now) ? undefined : lane.parties;
      held.set(callback, parties);
      if (parties !== undefined) doubtful.take(parties);
    },
    leave(callback) {
      const parties = held.get(callback);
      if (held.delete(callback) && parties !== undefined) doubtful.give(parties);
    },
  };
}
