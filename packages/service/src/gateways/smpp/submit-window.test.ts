import { afterEach, expect, test, vi } from 'vitest';
import { createSubmitWindow, type SubmitWindow } from './submit-window.ts';

afterEach(() => vi.useRealTimers());

const { signal } = new AbortController();
const patient = { timeout: 20_000, interval: 1 };

/** Waits for the turn and for the work. */
async function run<Result>(
  window: SubmitWindow<string>,
  seconds: number,
  work: (link: string) => Promise<Result>,
): Promise<Result> {
  return (await window.start({ seconds, signal }, work)).result;
}

/** Work that ends when the test says so. */
function work() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const doIt = (name: string) => (link: string) => {
    begun.push(`${name} over ${link}`);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  return { begun, ends, doIt };
}

test('limits the work under way, and keeps the order', async () => {
  const window = createSubmitWindow<string>({ size: 2 });
  const { begun, ends, doIt } = work();
  window.open('one');
  const results = ['a', 'b', 'c'].map((name) => run(window, 5, doIt(name)));
  await vi.waitFor(() => expect(begun).toEqual(['a over one', 'b over one']), patient);
  ends[1]?.();
  expect(await results[1]).toBe('b');
  await vi.waitFor(() => expect(begun).toEqual(['a over one', 'b over one', 'c over one']), patient);
  for (const end of ends) end();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
});

test('gives the place of failed work to the next', async () => {
  const window = createSubmitWindow<string>({ size: 1 });
  window.open('one');
  await expect(run(window, 5, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await run(window, 5, async () => 'done')).toBe('done');
});

test('rejects at once without a link, and rejects all that wait when the link is lost', async () => {
  const window = createSubmitWindow<string>({ size: 1 });
  await expect(run(window, 5, async () => 1)).rejects.toThrow('there is no connection yet');
  const { ends, doIt } = work();
  window.open('one');
  const first = run(window, 5, doIt('a'));
  const second = run(window, 5, doIt('b'));
  window.shut('gone');
  await expect(second).rejects.toThrow('gone');
  await expect(run(window, 5, doIt('c'))).rejects.toThrow('gone');
  ends[0]?.();
  expect(await first).toBe('a');
});

test('keeps the place of work that its caller does not wait for', async () => {
  const window = createSubmitWindow<string>({ size: 1 });
  const { begun, ends, doIt } = work();
  window.open('one');
  await window.start({ seconds: 5, signal }, doIt('a'));
  const second = run(window, 5, doIt('b'));
  await Promise.resolve();
  expect(begun).toEqual(['a over one']);
  ends[0]?.();
  await vi.waitFor(() => expect(begun).toEqual(['a over one', 'b over one']), patient);
  ends[1]?.();
  expect(await second).toBe('b');
});

test('gives a turn first to those who have begun', async () => {
  const window = createSubmitWindow<string>({ size: 1 });
  const { begun, ends, doIt } = work();
  window.open('one');
  const started = [
    window.start({ seconds: 5, signal }, doIt('a')),
    window.start({ seconds: 5, signal }, doIt('b')),
    window.start({ seconds: 5, signal, isBegun: true }, doIt('second part')),
  ];
  for (const place of [0, 1, 2]) {
    await vi.waitFor(() => expect(begun).toHaveLength(place + 1), patient);
    ends[place]?.();
  }
  await Promise.all(started);
  expect(begun).toEqual(['a over one', 'second part over one', 'b over one']);
});

test('ends a wait at the signal, before it and during it', async () => {
  const window = createSubmitWindow<string>({ size: 1 });
  const stop = new AbortController();
  const { begun, ends, doIt } = work();
  window.open('one');
  const first = run(window, 5, doIt('a'));
  const waiting = window.start({ seconds: 5, signal: stop.signal }, doIt('b'));
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  await expect(window.start({ seconds: 5, signal: stop.signal }, doIt('c'))).rejects.toThrow('stopped');
  ends[0]?.();
  await first;
  expect(begun).toEqual(['a over one']);
});

test('starts nothing while it is held, until it is released or has another link', async () => {
  const window = createSubmitWindow<string>({ size: 9 });
  const { begun, doIt } = work();
  window.open('one');
  window.hold();
  void window.start({ seconds: 5, signal }, doIt('a'));
  await Promise.resolve();
  expect(begun).toEqual([]);
  window.release();
  await vi.waitFor(() => expect(begun).toEqual(['a over one']), patient);
  window.hold();
  void window.start({ seconds: 5, signal }, doIt('b'));
  window.open('two');
  await vi.waitFor(() => expect(begun).toEqual(['a over one', 'b over two']), patient);
});

test('times out a wait, which then takes no turn', async () => {
  const window = createSubmitWindow<string>({ size: 1 });
  const { begun, ends, doIt } = work();
  window.open('one');
  const first = run(window, 5, doIt('a'));
  await expect(run(window, 0.01, doIt('b'))).rejects.toThrow('no turn within 0.01 seconds');
  ends[0]?.();
  await first;
  expect(await run(window, 5, async () => 'c')).toBe('c');
  expect(begun).toEqual(['a over one']);
});

test('spaces the starts evenly, and does not catch up after a pause', async () => {
  vi.useFakeTimers();
  const window = createSubmitWindow<string>({ size: 10, perSecond: 4, now: Date.now });
  const begin = Date.now();
  const times: number[] = [];
  const one = () => run(window, 60, async () => void times.push(Date.now() - begin));
  const many = (count: number) => Promise.all(Array.from({ length: count }, one));
  window.open('one');
  const first = many(3);
  await vi.advanceTimersByTimeAsync(10_000);
  await first;
  expect(times).toEqual([0, 250, 500]);
  const later = many(3);
  await vi.advanceTimersByTimeAsync(500);
  await later;
  expect(times.slice(3)).toEqual([10_000, 10_250, 10_500]);
});
