import { expect, test } from 'vitest';
import { reportsOfReceipt, reportsOfResult } from './gateway-reports.ts';

const now = new Date('2026-11-21T12:00:00Z');
const earlier = new Date('2026-11-21T11:59:00Z');
const later = new Date('2026-11-21T12:01:00Z');

test('reports SENT before an immediate DELIVERED', () => {
  const { reports } = reportsOfResult('a', { status: 'DELIVERED', reference: 'r' }, now);
  expect(reports).toMatchObject([
    { status: 'SENT', reference: 'r' },
    { status: 'DELIVERED', reference: 'r', reason: null },
  ]);
});

test('gives every UNDELIVERED a reason, and no other status', () => {
  expect(reportsOfReceipt({ attemptId: 'a', status: 'UNDELIVERED' }, now).reports).toMatchObject([
    { reason: 'message-undeliverable' },
  ]);
  expect(reportsOfReceipt({ attemptId: 'a', status: 'DELIVERED', reason: 'x' }, now).reports).toMatchObject([
    { reason: null },
  ]);
});

test('replaces a time in the future by now', () => {
  const at = (time: Date) =>
    reportsOfReceipt({ attemptId: 'a', status: 'SENT', at: time }, now).reports[0]?.at;
  expect(at(earlier)).toEqual(earlier);
  expect(at(later)).toEqual(now);
});

test.each([
  [{ receiptReference: 'smpp:SMS:42' }, 'smpp:SMS:42'],
  // Of an HTTP gateway, it must not take the receipts of SMPP.
  [{ reference: 'smpp:SMS:42' }, 'other:smpp:SMS:42'],
  [{ reference: 'SMPP:SMS:42' }, 'SMPP:SMS:42'],
] as const)('stores the reference in %j as %s', (part, reference) => {
  expect(reportsOfResult('a', { status: 'SENT', ...part }, now).reports).toMatchObject([{ reference }]);
});

test('replaces U+0000, which PostgreSQL cannot store', () => {
  const { reports } = reportsOfResult('a', { status: 'UNDELIVERED', reason: 'a\0b', reference: '\0' }, now);
  expect(reports).toMatchObject([{ reason: 'a\uFFFDb', reference: '\uFFFD' }]);
});
