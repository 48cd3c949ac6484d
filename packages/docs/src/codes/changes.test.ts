import { expect, test } from 'vitest';
import { changesBetween } from './changes.ts';

test('the smallest members that differ are named by their places', () => {
  const before = { a: { b: [{ c: 1 }, { c: 2 }], d: 'x' }, e: null };
  const after = { a: { b: [{ c: 1 }, { c: 3 }, 4] }, e: null, f: false };
  expect(changesBetween(before, after)).toEqual([
    { place: 'a.b[1].c', before: 2, after: 3 },
    { place: 'a.b[2]', before: undefined, after: 4 },
    { place: 'a.d', before: 'x', after: undefined },
    { place: 'f', before: undefined, after: false },
  ]);
});

test('values of two kinds differ as a whole', () => {
  expect(changesBetween({ a: 1 }, [1])).toEqual([{ place: '', before: { a: 1 }, after: [1] }]);
  expect(changesBetween({ a: {} }, { a: 'x' })).toEqual([{ place: 'a', before: {}, after: 'x' }]);
  expect(changesBetween({ a: [1] }, { a: [1] })).toEqual([]);
});
