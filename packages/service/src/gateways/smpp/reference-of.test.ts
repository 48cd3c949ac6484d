import { expect, test } from 'vitest';
import { messageIdOf, referenceOf } from './reference-of.ts';

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

test.each([
  ['smpp:SMS:42_$a', undefined, '42_$a'],
  ['smpp:SMS:smpp:SMS:1', undefined, 'smpp:SMS:1'],
  // The SMSC may have written it otherwise.
  ['smpp:SMS:42', 'decimal', undefined],
  ['smpp:SMS:42', 'caseless', undefined],
  // It may be cut.
  [`smpp:SMS:${'x'.repeat(63)}`, undefined, 'x'.repeat(63)],
  [`smpp:SMS:${'x'.repeat(64)}`, undefined, undefined],
  // Without an id, cancel_sm is of all texts to the number.
  ['smpp:SMS:', undefined, undefined],
  ['smpp:CHATONE:42', undefined, undefined],
  ['r1', undefined, undefined],
  [null, undefined, undefined],
] as const)('the id in %j, with ids as %s, is %j', (reference, form, expected) => {
  expect(messageIdOf('SMS', reference, form)).toBe(expected);
});
