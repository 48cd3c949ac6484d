import { expect, test } from 'vitest';
import { isReported } from './is-reported.ts';

test.each([
  ['SENT', null, true],
  ['SENT', ['DELIVERED'], false],
  ['DELIVERED', ['DELIVERED'], true],
  ['UNDELIVERED', [], true],
] as const)('%s of %o: %s', (status, chosen, reported) => {
  expect(isReported(status, chosen)).toBe(reported);
});
