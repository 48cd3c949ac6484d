import { expect, test } from 'vitest';
import { factsOf } from '../../testing/facts-of.ts';
import { messageLength } from './message-length.ts';

const judge = (text: string, lengthLimit?: number) =>
  messageLength(factsOf({ content: { text, marketing: false }, lengthLimit }));

test('counts code points, blanks included', () => {
  expect(judge('🎉 1', 3)).toBeNull();
  expect(judge('🎉 12', 3)).toBe('too-long-message');
});

test('has no limit by default', () => {
  expect(judge('x'.repeat(100_000))).toBeNull();
});
