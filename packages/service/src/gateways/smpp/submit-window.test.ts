import { afterEach, expect, test, vi } from 'vitest';
import { createSubmitWindow } from './submit-window.ts';

afterEach(() => vi.useRealTimers());

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
  const results = ['a', 'b', 'c'].map((name) => window.run(5, doIt(name)));
  await Promise.resolve();
  expect(begun).toEqual(['a over one', 'b over one']);
  ends[1]?.();
  expect(await results[1]).toBe('b');
  expect(begun).toEqual(['a over one', 'b over one', 'c over one']);
  for (const end of ends) end();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
});

test('gives the place of failed work to the next', async () => {
  const window = createSubmitWindow<string>({ size: 1 });
  window.open('one');
  await expect(window.run(5, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await window.run(5, async () => 'done')).toBe('done');
});

test('rejects at once without a link, and rejects all that wait when the link is lost', async () => {
  const window = createSubmitWindow<string>({ size: 1 });
  await expect(window.run(5, async () => 1)).rejects.toThrow('there is no connection yet');
  const { ends, doIt } = work();
  window.open('one');
  const first = window.run(5, doIt('a'));
  const second = window.run(5, doIt('b'));
  window.shut('gone');
  await expect(second).rejects.toThrow('gone');
  await expect(window.run(5, doIt('c'))).rejects.toThrow('gone');
  ends[0]?.();
  expect(await first).toBe('a');
});

test('times out a wait, which then takes no turn', async () => {
  const window = createSubmitWindow<string>({ size: 1 });
  const { begun, ends, doIt } = work();
  window.open('one');
  const first = window.run(5, doIt('a'));
  await expect(window.run(0.01, doIt('b'))).rejects.toThrow('no turn within 0.01 seconds');
  ends[0]?.();
  await first;
  expect(await window.run(5, async () => 'c')).toBe('c');
  expect(begun).toEqual(['a over one']);
});

test('spaces the starts evenly, and does not catch up after a pause', async () => {
  vi.useFakeTimers();
  const window = createSubmitWindow<string>({ size: 10, perSecond: 4, now: Date.now });
  const begin = Date.now();
  const times: number[] = [];
  const run = () => window.run(60, async () => void times.push(Date.now() - begin));
  const many = (count: number) => Promise.all(Array.from({ length: count }, run));
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
