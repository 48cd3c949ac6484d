import { expect, it } from 'vitest';
import { isTold } from './status-change.ts';

it.each([
  ['SENT', null, true],
  ['SENT', ['DELIVERED'], false],
  ['DELIVERED', ['DELIVERED'], true],
  ['UNDELIVERED', [], true],
] as const)('%s of %o: %s', (status, chosen, told) => {
  expect(isTold(status, chosen)).toBe(told);
});
