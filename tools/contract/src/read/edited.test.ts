import { expect, test } from 'vitest';
import { edited } from './edited.ts';

test('a pattern is replaced, by exactly the text that is given', () => {
  expect(edited('a b', 'b', '$&')).toBe('a $&');
  expect(edited('a b', /\bb$/, 'c')).toBe('a c');
});

test('a pattern that is not in the text is refused', () => {
  expect(() => edited('a b', 'c', 'd')).toThrow('expected c in "a b"');
  expect(() => edited('a b', /^b/, 'd')).toThrow('expected /^b/ in "a b"');
});
