import { expect, test } from 'vitest';
import { referenceOf } from './reference-of.ts';

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
  ['2F0E-B7', 'caseless', '2f0e-b7'],
  ['00A', 'caseless', '00a'],
  // What PostgreSQL could not store or index would be refused again and again.
  ['42\0 sub:001', 'decimal', '42'],
  ['x'.repeat(60_000), undefined, 'x'.repeat(64)],
  // A receipt has no room for all of it.
  [`${'x'.repeat(64)}-of-300`, undefined, 'x'.repeat(64)],
] as const)('%j as %s is %j', (id, form, expected) => {
  expect(referenceOf('SMS', id, form)).toBe(`smpp:SMS:${expected}`);
});
