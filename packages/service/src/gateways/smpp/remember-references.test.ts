import { expect, test } from 'vitest';
import { rememberReferences } from './remember-references.ts';

test('finds in both directions, and removes the oldest', () => {
  const references = rememberReferences(2);
  references.add('a', '1');
  references.add('b', '2');
  references.add('a', '3');
  references.add('c', '4');
  expect(['1', '2', '3', '4'].map(references.attemptOf)).toEqual([undefined, undefined, 'a', 'c']);
  expect(['a', 'b', 'c'].map(references.referenceOf)).toEqual(['3', undefined, '4']);
});

test('returns the latest attempt of a reused id', () => {
  const references = rememberReferences();
  references.add('a', '1');
  references.add('b', '1');
  expect(references.attemptOf('1')).toBe('b');
});
