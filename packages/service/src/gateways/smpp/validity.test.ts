import { expect, test } from 'vitest';
import { validityPeriod } from './validity.ts';

const now = new Date('2026-11-27T23:59:58.700Z');
const day = 86_400_000;
const rests: readonly (readonly [string, number, string, string])[] = [
  ['one second', 1_000, '000000000001000R', '261127235959700+'],
  ['rounded down', 40_999, '000000000040000R', '261128000039600+'],
  ['a TTL of five seconds, some milliseconds later', 4_990, '000000000004000R', '261128000003600+'],
  ['days, hours, minutes and seconds', day + 7_384_000, '000001020304000R', '261129020302700+'],
  ['31 days', 31 * day, '000031000000000R', '261228235958700+'],
  ['no more than 31 days', 400 * day, '000031000000000R', '261228235958700+'],
];

test.each(rests)('%s', (_, leftMs, relative, absolute) => {
  expect(validityPeriod('relative', leftMs, now)).toBe(relative);
  expect(validityPeriod('absolute', leftMs, now)).toBe(absolute);
  expect(validityPeriod('none', leftMs, now)).toBe('');
});

test('is empty without a TTL', () => {
  expect(validityPeriod('relative', null, now)).toBe('');
  expect(validityPeriod('absolute', null, now)).toBe('');
});

test('less than a second is nothing to send for, unless the SMSC is not told', () => {
  expect(() => validityPeriod('relative', 999, now)).toThrow('its stage ends in less than a second');
  expect(() => validityPeriod('absolute', 0, now)).toThrow('its stage ends in less than a second');
  expect(validityPeriod('none', 999, now)).toBe('');
});
