import { expect, test } from 'vitest';
import { createForgetting } from './forget-oldest.ts';

test('keeps the last ones, in their order, over many times the capacity', () => {
  const kept = new Set<number>();
  const forget = createForgetting(kept, 3);
  const forgotten: (number | undefined)[] = [];
  for (let number = 0; number < 10_000; number += 1) {
    kept.add(number);
    forgotten.push(forget());
  }
  expect([...kept]).toEqual([9_997, 9_998, 9_999]);
  expect(forgotten).toEqual(Array.from({ length: 10_000 }, (_, at) => (at < 3 ? undefined : at - 3)));
});

test('a key that was set again is the newest of a map', () => {
  const kept = new Map<string, number>();
  const forget = createForgetting(kept, 2);
  const remember = (key: string, value: number) => {
    kept.delete(key);
    kept.set(key, value);
    return forget();
  };
  remember('a', 1);
  remember('b', 2);
  remember('a', 3);
  expect(remember('c', 4)).toBe('b');
  expect(remember('b', 5)).toBe('a');
  expect([...kept]).toEqual([
    ['c', 4],
    ['b', 5],
  ]);
});

test('what others have deleted is not counted', () => {
  const kept = new Set(['a', 'b']);
  const forget = createForgetting(kept, 2);
  kept.delete('a');
  kept.add('c');
  expect(forget()).toBeUndefined();
  kept.add('d');
  expect(forget()).toBe('b');
});
