import { expect, test } from 'vitest';
import { createCircuit } from '../../due/circuit.ts';
import { pendingCallback } from '../../testing/values.ts';
import { dispatcherSettings } from './dispatcher.ts';
import { Lane } from './lane.ts';

const random = () => 0;
const timeOut = 15_000;

function lanes(count: number, isBusy = false) {
  return Array.from(
    { length: count },
    (_, at) =>
      new Lane(
        dispatcherSettings,
        { accountId: 1, url: `https://r${at}.example/` },
        { random, ownLoad: { isBusy: () => isBusy } },
      ),
  );
}

test('a pause takes at least as long as the attempt that led to it', () => {
  const circuit = createCircuit(dispatcherSettings.circuit, random);
  circuit.failed(timeOut, timeOut);
  circuit.failed(timeOut, timeOut);
  expect(circuit.pausedUntil).toBe(2 * timeOut);
});

test('after a pause one quick answer makes a lane proven: the time-outs before say nothing about it', () => {
  const [lane] = lanes(1);
  for (const at of [0, timeOut, 2 * timeOut]) lane?.ended(lane.started(at), at + timeOut, 'failed');
  expect(lane?.isProven(50_000)).toBe(false);
  const probe = lane?.started(50_000);
  if (probe !== undefined) lane?.ended(probe, 50_005, 'accepted');
  expect(lane?.isProven(50_005)).toBe(true);
});

test('a callback is removed from whichever queue it waits in, once', () => {
  const [lane] = lanes(1);
  const [blocked, waiting, repeat] = ['blocked', 'waiting', 'repeat'].map((eventId) =>
    pendingCallback({ eventId }),
  );
  if (!lane || !blocked || !waiting || !repeat) throw new Error('no lane, or no callbacks');
  lane.blocked.add(blocked);
  lane.waiting.push(waiting);
  lane.repeats.push(repeat);
  for (const callback of [blocked, waiting, repeat]) {
    expect(lane.remove(callback)).toBe(true);
    expect(lane.remove(callback)).toBe(false);
  }
  expect(lane.takeWaiting()).toEqual([]);
});

test('a lane keeps its limit while answers are read late because this process is busy', () => {
  const limitAfterSlowAnswers = (isBusy: boolean) => {
    const [lane] = lanes(1, isBusy);
    if (lane === undefined) throw new Error('no lane');
    let now = 0;
    // Quick answers raise the limit; then each takes 85 ms.
    for (const latency of [...Array(20).fill(5), ...Array(20).fill(85)]) {
      const runs = Array.from({ length: Math.floor(lane.limit(now)) }, () => lane.started(now));
      now += latency;
      for (const run of runs) lane.ended(run, now, 'accepted');
    }
    return lane.limit(now);
  };
  expect(limitAfterSlowAnswers(false)).toBeLessThan(64);
  expect(limitAfterSlowAnswers(true)).toBe(dispatcherSettings.limit.most);
});
