import { expect, test } from 'vitest';
import { median, medians } from './median.ts';

test('is the value in the middle, or the mean of two', () => {
  expect(median([9, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test('is taken of each figure, inside of objects too', () => {
  const all = [1, 30, 2].map((value) => ({ start: { seconds: value }, processes: value * 2 }));
  expect(medians(all)).toEqual({ start: { seconds: 2 }, processes: 4 });
});

test('needs a measurement', () => {
  expect(() => medians([])).toThrow('found none');
});
