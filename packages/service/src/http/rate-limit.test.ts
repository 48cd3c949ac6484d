import { expect, test } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

test('a burst of N requests passes, then one per interval; accounts do not share', () => {
  let milliseconds = 0;
  const limit = createRateLimit(() => milliseconds);
  const passed = (account: number, tries: number) =>
    Array.from({ length: tries }, () => limit.passes(account, 4)).filter(Boolean).length;
  expect(passed(1, 10)).toBe(4);
  expect(passed(2, 1)).toBe(1);
  milliseconds = 250;
  expect(passed(1, 10)).toBe(1);
  milliseconds = 60_000;
  expect(passed(1, 10)).toBe(4);
});

test('without a limit all requests pass', () => {
  const limit = createRateLimit(() => 0);
  expect(Array.from({ length: 1_000 }, () => limit.passes(1, null)).every(Boolean)).toBe(true);
});
