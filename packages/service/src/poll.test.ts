import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Found, type Pauses, poll } from './poll.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pauses = { shortest: 10, longest: 40 };

/** Polls work that finds these in turn, then nothing; and when it was called, in milliseconds. */
function polling(finds: readonly Found[], given: Pauses = pauses) {
  const begin = Date.now();
  const times: number[] = [];
  const work = vi.fn(async (_: AbortSignal): Promise<Found> => {
    times.push(Date.now() - begin);
    return finds[times.length - 1] ?? 'nothing';
  });
  return { ...poll(work, given), times, work };
}

test.each([
  ['nothing: the pause doubles, up to the longest', [], [0, 20, 60, 100]],
  ['all: the shortest pause', ['all', 'all', 'all'], [0, 10, 20, 30]],
  ['more: at once, and the pause begins anew', ['nothing', 'more'], [0, 20, 20, 40, 80]],
  ['a number: that many milliseconds', [7, 13], [0, 7, 20, 40, 80]],
] as const)('%s', async (_, finds, expected) => {
  const { times, stop } = polling(finds);
  await vi.advanceTimersByTimeAsync(105);
  await stop();
  expect(times.slice(0, expected.length)).toEqual(expected);
});

test('it waits before the first call if it is told to', async () => {
  const { times, stop } = polling([], { ...pauses, first: 30 });
  await vi.advanceTimersByTimeAsync(35);
  await stop();
  expect(times).toEqual([30]);
});

test('after an infinite pause only a wake-up leads to a call, and the pause is the shortest again', async () => {
  const { times, wake, stop } = polling(['nothing', 'nothing', Number.POSITIVE_INFINITY]);
  await vi.advanceTimersByTimeAsync(1_000);
  wake();
  await vi.advanceTimersByTimeAsync(25);
  await stop();
  expect(times).toEqual([0, 20, 60, 1_000, 1_020]);
});

test('a wake-up ends a pause, and the next one is short again', async () => {
  const { times, wake, stop } = polling([]);
  await vi.advanceTimersByTimeAsync(30);
  wake();
  await vi.advanceTimersByTimeAsync(30);
  await stop();
  expect(times).toEqual([0, 20, 30, 50]);
});

test('a wake-up during a call leads to another one at once', async () => {
  const { times, work, wake, stop } = polling(['nothing', 'nothing']);
  await vi.advanceTimersByTimeAsync(0);
  work.mockImplementationOnce(async () => {
    wake();
    return 'nothing';
  });
  await vi.advanceTimersByTimeAsync(25);
  await stop();
  // The call at 20 notes no time itself.
  expect([times, work.mock.calls.length]).toEqual([[0, 20], 3]);
});

test('a stop aborts the signal of the call under way, waits for its end, and no other follows', async () => {
  const underWay = Promise.withResolvers<Found>();
  const work = vi.fn((_: AbortSignal) => underWay.promise);
  const { stop } = poll(work, pauses);
  const ended = vi.fn();
  const stopping = stop().then(ended);
  expect(work.mock.calls[0]?.[0].aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(100);
  expect(ended).not.toHaveBeenCalled();
  underWay.resolve('more');
  await stopping;
  expect(work).toHaveBeenCalledTimes(1);
});
