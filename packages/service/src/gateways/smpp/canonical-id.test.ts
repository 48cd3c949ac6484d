import { expect, test } from 'vitest';
import { canonicalId } from './canonical-id.ts';

test.each([
  ['ABC01', 'hex', '703489'],
  ['abc01', 'hex', '703489'],
  ['00703489', 'decimal', '703489'],
  ['ffffffffffffffffffffffffffffffff', 'hex', '340282366920938463463374607431768211455'],
  ['0', 'decimal', '0'],
  // Without a form, and if it does not have that form, an id stays as it is.
  ['00703489', undefined, '00703489'],
  ['ABC01', 'decimal', 'ABC01'],
  ['5f0e-11', 'hex', '5f0e-11'],
  ['', 'hex', ''],
] as const)('%j as %s is %j', (id, form, expected) => {
  expect(canonicalId(id, form)).toBe(expected);
});
