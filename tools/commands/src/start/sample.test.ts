import { expect, test } from 'vitest';
import { isAsExpected, readSamples } from './show.ts';

test('the samples are there', () => {
  expect(readSamples().length).toBeGreaterThanOrEqual(6);
});

test.each([
  [{ a: 1 }, { a: 1, more: true }, true],
  [{ a: 1 }, { a: '1' }, false],
  [{ a: { b: 'x' } }, { a: { b: 'y' } }, false],
  [{ a: 1 }, null, false],
  ['stage [<uuid of the stage>]', 'stage [55cf6d4b]', true],
  ['stage [<uuid of the stage>]', 'stage []', false],
  ['a.b', 'aXb', false],
  [{}, 'anything', false],
])('%j against %j: %s', (expected, real, verdict) => {
  expect(isAsExpected(expected, real)).toBe(verdict);
});
