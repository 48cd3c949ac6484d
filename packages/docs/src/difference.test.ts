import { expect, test } from 'vitest';
import { markChanges } from './difference.ts';

const changed = (before: string, after: string) =>
  markChanges(before, after)
    .filter((line) => line.changed)
    .map(({ text }) => text);

test.each([
  ['a replaced line', 'a\nb\nc', 'a\nB\nc', ['B']],
  ['an added line', 'a\nc', 'a\nb\nc', ['b']],
  ['a removed line leaves nothing to mark', 'a\nb\nc', 'a\nc', []],
  ['equal texts', 'a\na', 'a\na', []],
  ['lines that moved', 'a\nb', 'b\na', ['a']],
])('%s', (_, before, after, expected) => {
  expect(changed(before, after)).toEqual(expected);
});

test('every line of the second text is returned, in order', () => {
  expect(markChanges('a\nb', 'x\nb\ny').map(({ text }) => text)).toEqual(['x', 'b', 'y']);
});
