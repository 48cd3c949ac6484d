import { expect, test } from 'vitest';
import type { Lane } from './lane.ts';
import { type Slot, Slots } from './room.ts';

const settings = { total: 64, doubtful: 32, reserve: 16 };

/** What slots ask of a lane; its account is its only party. */
function laneOf(account: string, isProven: boolean) {
  const running: Slot[] = [];
  const lane = {
    parties: [account],
    isProven: () => isProven,
    get running() {
      return running.length;
    },
  } as unknown as Lane;
  return { lane, running };
}

/** Takes as many slots as there are to have; returns how many. */
function takeAll(slots: Slots, { lane, running }: ReturnType<typeof laneOf>, now = 0) {
  for (;;) {
    const slot = slots.take(lane, false, now);
    if (slot === undefined) return running.length;
    running.push(slot);
  }
}

test('a proven lane gets no more than a quarter of what it leaves free', () => {
  const slots = new Slots(settings);
  const taken = takeAll(slots, laneOf('a', true));
  expect(taken).toBe(Math.floor((64 - taken) / 4) + 1);
});

test('what is kept for proven lanes is left by the others, even if these have a share', () => {
  const slots = new Slots({ total: 24, doubtful: 64, reserve: 16 });
  const lanes = Array.from({ length: 10 }, (_, at) => laneOf(`account ${at}`, false));
  expect(lanes.filter(({ lane }) => slots.take(lane, false, 0) !== undefined)).toHaveLength(8);
  expect(slots.take(laneOf('z', true).lane, false, 0)).toBeDefined();
});

test('of the lanes that were refused, that of the account with the fewest slots comes first', () => {
  const slots = new Slots(settings);
  const greedy = laneOf('greedy', false);
  takeAll(slots, greedy);
  const modest = laneOf('modest', false);
  const first = slots.take(modest.lane, false, 0);
  takeAll(slots, modest);
  slots.take(greedy.lane, false, 0);
  const newcomers = Array.from({ length: 40 }, (_, at) => laneOf(`new ${at}`, false));
  const refused = newcomers.filter(({ lane }) => slots.take(lane, false, 0) === undefined);
  if (first === undefined) throw new Error('no slot');
  const next = slots.give(first);
  expect(next[0]).toBe(refused[0]?.lane);
  expect(next).toContain(greedy.lane);
  expect(next.at(-1)).not.toBe(refused.at(-1)?.lane);
});
