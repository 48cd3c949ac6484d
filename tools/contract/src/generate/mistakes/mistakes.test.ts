import { afterAll, expect, test } from 'vitest';
import { mistakes } from './table.ts';
import { copyInputs, firstMessage } from './try-mistakes.ts';

const copy = copyInputs();
afterAll(() => copy[Symbol.dispose]());

test('the contract as it is', async () => {
  const unchanged = { name: 'nothing', file: 'clauses.yaml', from: '#', to: '#', message: 'accepted' };
  expect((await firstMessage(copy, unchanged)).message).toBe('accepted');
});

test.each(mistakes)('$name', async (mistake) => {
  expect((await firstMessage(copy, mistake)).message).toBe(mistake.message);
});
