import { expect, test } from 'vitest';
import { duplicateKey } from './duplicate-key.ts';

const of = (content: unknown, address = 'a') => duplicateKey(address, content);

test('the order of members does not matter, at any depth; that of lists does', () => {
  expect(of({ a: 1, b: { c: 2, d: 3 } })).toBe(of({ b: { d: 3, c: 2 }, a: 1 }));
  expect(of({ a: [1, 2] })).not.toBe(of({ a: [2, 1] }));
});

test('address, values and shapes matter', () => {
  expect(of({ a: 1 })).not.toBe(of({ a: 1 }, 'b'));
  expect(of({ a: 1 })).not.toBe(of({ a: '1' }));
  expect(of({ a: 1 })).not.toBe(
    of([
      ['a', 1],
      ['b', 2],
    ]),
  );
  expect(of({})).not.toBe(of({ a: null }));
});
