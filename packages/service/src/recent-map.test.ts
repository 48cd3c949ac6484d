import { expect, test } from 'vitest';
import { createRecentMap } from './recent-map.ts';

function filled(count: number, limit: number) {
  const map = createRecentMap<number, string>(limit);
  for (let key = 0; key < count; key += 1) map.set(key, `value ${key}`);
  return map;
}

test('the last keys are kept, up to the limit', () => {
  for (const count of [10, 11, 15, 19, 20, 1_000]) {
    const map = filled(count, 10);
    for (let key = count - 10; key < count; key += 1) expect(map.get(key)).toBe(`value ${key}`);
  }
});

test('at most twice as many are remembered', () => {
  const map = filled(1_000, 10);
  const kept = Array.from({ length: 1_000 }, (_, key) => map.get(key)).filter((value) => value !== undefined);
  expect(kept.length).toBeLessThanOrEqual(20);
});

test('a key that is set again has the later value, wherever the earlier one is', () => {
  const map = filled(10, 10);
  map.set(3, 'later');
  expect(map.get(3)).toBe('later');
});

test('a deleted key is gone, wherever it was', () => {
  const map = filled(15, 10);
  map.delete(3);
  map.delete(12);
  expect([map.get(3), map.get(12)]).toEqual([undefined, undefined]);
  expect(map.get(4)).toBe('value 4');
});
