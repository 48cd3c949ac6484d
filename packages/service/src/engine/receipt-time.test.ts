import { expect, test } from 'vitest';
import { receiptTime } from './receipt-time.ts';

const now = new Date('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-21T11:59:00Z', '2026-11-21T11:59:00Z', false],
  ['2026-10-22T12:00:00Z', '2026-10-22T12:00:00Z', false],
  ['2026-10-22T11:59:59Z', '2026-11-21T12:00:00Z', true],
  ['0001-01-01T00:00:00Z', '2026-11-21T12:00:00Z', true],
  ['-270000-01-01T00:00:00Z', '2026-11-21T12:00:00Z', true],
  ['2026-11-21T12:05:00Z', '2026-11-21T12:00:00Z', false],
  ['2026-11-21T12:05:01Z', '2026-11-21T12:00:00Z', true],
  ['9999-12-31T23:59:59Z', '2026-11-21T12:00:00Z', true],
])('a receipt dated %s counts as of %s; out of reason: %s', (said, at, isOutOfReason) => {
  expect(receiptTime(new Date(said), now)).toEqual({ at: new Date(at), isOutOfReason });
});

test('a receipt without a time happened on arrival', () => {
  expect(receiptTime(undefined, now)).toEqual({ at: now, isOutOfReason: false });
});
