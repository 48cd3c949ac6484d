import { expect, test } from 'vitest';
import { exampleFormats } from '../rules/examples-fit.ts';

test.each([
  ['2026-01-30T11:07:55Z', true],
  ['2026-01-30T11:07:55.123+02:00', true],
  ['2028-02-29T00:00:00Z', true],
  ['2026-02-29T00:00:00Z', false],
  ['2026-02-01T24:30:00Z', false],
  ['2026-02-01 09:00:00Z', false],
  ['2026-02-01T09:00:00', false],
  ['2026-02-01', false],
])('date-time %s: %s', (text, fits) => {
  expect(exampleFormats['date-time'](text)).toBe(fits);
});

test.each([
  ['6a1f0c2b-4d5e-4691-8111-12222aaaa001', true],
  ['6A1F0C2B-4D5E-4691-8111-12222AAAA001', true],
  ['6a1f0c2b4d5e4691811112222aaaa001', false],
  ['6a1f0c2b-4d5e-4691-8111-12222aaaa00', false],
])('uuid %s: %s', (text, fits) => {
  expect(exampleFormats.uuid.test(text)).toBe(fits);
});
