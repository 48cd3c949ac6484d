import { expect, test } from 'vitest';
import { validatorFormats } from './validators.ts';

test.each([
  ['6a1f0c2b-4d5e-4691-8111-12222aaaa001', true],
  ['6A1F0C2B-4D5E-4691-8111-12222AAAA001', true],
  ['urn:uuid:6a1f0c2b-4d5e-4691-8111-12222aaaa001', false],
  ['6a1f0c2b4d5e4691811112222aaaa001', false],
  ['6a1f0c2b-4d5e-4691-8111-12222aaaa001\n', false],
  ['', false],
])('uuid %j: %s', (text, expected) => {
  expect(validatorFormats.uuid.test(text)).toBe(expected);
});

test.each([
  ['2026-02-01T09:00:00Z', true],
  ['2026-02-01T09:00:00.123+01:00', true],
  ['2026-02-01T09:00Z', true],
  ['2026-02-01T09:00:00', false],
  ['2026-13-01T09:00:00Z', false],
  ['2026-02-01', false],
  ['2026-02-01T24:00:00Z', false],
  ['2026-02-01T09:00:60Z', true],
  ['2026-02-01T09:00:61Z', false],
  ['2030-02-30T09:00:00Z', false],
  ['2030-02-29T09:00:00Z', false],
  ['2028-02-29T09:00:00Z', true],
  ['2000-02-29T09:00:00Z', true],
  ['2100-02-29T09:00:00Z', false],
  ['2030-04-31T09:00:00Z', false],
  ['2030-12-31T09:00:00Z', true],
  ['tomorrow', false],
])('date-time %j: %s', (text, expected) => {
  expect(validatorFormats['date-time'].test(text)).toBe(expected);
});

test('every day of 400 years is one, and no other', () => {
  for (let year = 1999; year < 2400; year += 1)
    for (let month = 1; month <= 12; month += 1)
      for (let day = 1; day <= 31; day += 1) {
        const date = new Date(Date.UTC(year, month - 1, day));
        const text = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
        if (validatorFormats['date-time'].test(`${text}T00:00Z`) !== (date.getUTCMonth() === month - 1))
          expect.fail(text);
      }
});
