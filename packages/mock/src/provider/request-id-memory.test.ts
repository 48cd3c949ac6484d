import { expect, test } from 'vitest';
import { createRequestIdMemory } from './account.ts';

test('forgets the oldest request id when it is full', () => {
  const memory = createRequestIdMemory(2);
  for (const requestId of ['a', 'b', 'c']) memory.add(requestId);
  expect(['a', 'b', 'c'].map(memory.has)).toStrictEqual([false, true, true]);
});

test('letter case is ignored', () => {
  const memory = createRequestIdMemory();
  memory.add('AbC');
  expect(memory.has('aBc')).toBe(true);
});
