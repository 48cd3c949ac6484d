import { expect, test } from 'vitest';
import { isTold } from './status-change.ts';

test.each([
  ['SENT', null, true],
  ['SENT', ['DELIVERED'], false],
  ['DELIVERED', ['DELIVERED'], true],
  ['UNDELIVERED', [], true],
] as const)('%s of %o: %s', (status, chosen, told) => {
  expect(isTold(status, chosen)).toBe(told);
});
