import { expect, test } from 'vitest';
import { formats } from './formats.ts';

test.each([
  ['6a1f0c2b-4d5e-4691-8111-12222aaaa001', true],
  ['6A1F0C2B-4D5E-4691-8111-12222AAAA001', true],
  ['urn:uuid:6a1f0c2b-4d5e-4691-8111-12222aaaa001', false],
  ['6a1f0c2b4d5e4691811112222aaaa001', false],
  ['6a1f0c2b-4d5e-4691-8111-12222aaaa001\n', false],
  ['', false],
])('uuid %j: %s', (text, expected) => {
  expect(formats.uuid.test(text)).toBe(expected);
});

test.each([
  ['2026-02-01T09:00:00Z', true],
  ['2026-02-01T09:00:00.123+01:00', true],
  ['2026-02-01T09:00Z', true],
  ['2026-02-01T09:00:00', false],
  ['2026-13-01T09:00:00Z', false],
  ['2026-02-01', false],
  ['tomorrow', false],
])('date-time %j: %s', (text, expected) => {
  expect(formats['date-time'].test(text)).toBe(expected);
});
