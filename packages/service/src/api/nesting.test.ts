import { expect, test } from 'vitest';
import { isNestedDeeper } from './nesting.ts';

const nested = (levels: number): unknown =>
  JSON.parse('[{"a":'.repeat(levels / 2) + 1 + '}]'.repeat(levels / 2));

test('counts arrays and objects alike, and stops at the limit', () => {
  expect(isNestedDeeper(nested(100), 100)).toBe(false);
  expect(isNestedDeeper([1, nested(100)], 100)).toBe(true);
  expect(isNestedDeeper(nested(200_000), 100)).toBe(true);
});

test('a scalar has no levels', () => {
  for (const value of [1, 'text', null, undefined]) expect(isNestedDeeper(value, 0)).toBe(false);
});
