import { expect, test } from 'vitest';
import { pendingCallback } from '../../testing/values.ts';
import type { PendingCallback } from '../pending-callback.ts';
import type { Lane } from './lane.ts';
import { Room } from './room.ts';

/** What a room asks of a lane; its account is its only party. */
function laneOf(account: string) {
  const waiting = new Set<PendingCallback>();
  const state = { isProven: true };
  const lane = {
    parties: [account],
    isProven: () => state.isProven,
    remove: (callback: PendingCallback) => waiting.delete(callback),
    circuit: { concurrency: () => Number.POSITIVE_INFINITY },
    size: 0,
  } as unknown as Lane;
  return { lane, waiting, state };
}

/**
 * A room of 64 places, half of them taken by lanes that were proven: one place each, waiting or under way.
 */
function halfFull(isWaiting: boolean) {
  const room = new Room(64);
  const lanes = Array.from({ length: 32 }, (_, at) => laneOf(`account ${at}`));
  for (const { lane, waiting } of lanes) {
    const callback = pendingCallback();
    if (isWaiting) waiting.add(callback);
    room.enter(callback, lane, 0);
  }
  return {
    room,
    stall: () => {
      for (const { state } of lanes) state.isProven = false;
    },
  };
}

test('callbacks of lanes that are no longer proven stay as long as these have places', () => {
  const { room, stall } = halfFull(true);
  expect(room.evict(0)).toEqual([]);
  stall();
  expect(room.evict(250)).toEqual([]);
  // All 32 places of the doubtful are taken now.
  const next = laneOf('next');
  next.state.isProven = false;
  expect(room.has(next.lane, 250)).toBe(false);
});

test('those of one account leave when it has its share', () => {
  const room = new Room(64);
  const { lane, waiting, state } = laneOf('a');
  const callbacks = Array.from({ length: 32 }, (_, at) => pendingCallback({ eventId: `evt_${at}` }));
  for (const callback of callbacks) {
    waiting.add(callback);
    room.enter(callback, lane, 0);
  }
  state.isProven = false;
  const evicted = room.evict(0).map(({ callback }) => callback);
  expect(evicted).toEqual(callbacks.slice(-evicted.length));
  expect(evicted.length).toBeGreaterThan(24);
  expect(waiting.size).toBe(32 - evicted.length);
});

test('of those under way, a quarter of all places is charged to no account', () => {
  const room = new Room(64);
  const stalled = Array.from({ length: 16 }, (_, at) => laneOf(`stalled ${at}`));
  const slow = Array.from({ length: 33 }, (_, at) => ({
    ...laneOf(`slow ${at}`),
    callback: pendingCallback(),
  }));
  for (const { state } of slow) state.isProven = false;
  for (const { lane } of stalled) room.enter(pendingCallback(), lane, 0);
  for (const { lane, callback } of slow.slice(1)) room.enter(callback, lane, 0);
  for (const { state } of stalled) state.isProven = false;
  expect(room.evict(0)).toEqual([]);
  const [newcomer, first] = slow;
  if (newcomer === undefined || first === undefined) throw new Error('no lanes');
  expect(room.has(newcomer.lane, 0)).toBe(false);
  room.leave(first.callback);
  expect(room.has(newcomer.lane, 0)).toBe(true);
});

test('looks for them four times a second at most', () => {
  const { room, stall } = halfFull(true);
  room.evict(0);
  stall();
  const other = laneOf('other');
  other.state.isProven = false;
  expect(room.evict(249)).toEqual([]);
  expect(room.has(other.lane, 249)).toBe(true);
  room.evict(250);
  expect(room.has(other.lane, 250)).toBe(false);
});
