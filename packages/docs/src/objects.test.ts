import { expect, test } from 'vitest';
import { defined, isObject } from './objects.ts';

test('arrays and null are not JSON objects', () => {
  expect([{}, { a: 1 }, [], null, undefined, 'a'].map(isObject)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('undefined members are dropped, other falsy ones stay', () => {
  expect(Object.keys(defined({ a: undefined, b: null, c: 0, d: '' }))).toEqual(['b', 'c', 'd']);
});
