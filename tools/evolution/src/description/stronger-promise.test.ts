import { expect, test } from 'vitest';
import { isStronger } from './constraints.ts';

test.each([
  ['pattern', undefined, '^a', true],
  ['pattern', '^a', undefined, false],
  ['pattern', '^a', '^ab', false],
  ['type', ['string', 'null'], 'string', true],
  ['type', 'string', ['string', 'null'], false],
  ['type', 'number', 'integer', true],
  ['type', 'integer', 'number', false],
  ['enum', ['a', 'b'], ['a'], true],
  ['enum', ['a'], ['a', 'b'], false],
  ['required', ['a'], ['a', 'b'], true],
  ['required', ['a', 'b'], ['a'], false],
  ['minLength', 1, 2, true],
  ['minimum', 2, 1, false],
  ['exclusiveMaximum', 5, 4, true],
  ['maxItems', 5, 6, false],
  ['additionalProperties', true, false, true],
  ['additionalProperties', false, true, false],
  ['uniqueItems', false, true, true],
])('%s from %j to %j: stronger is %j', (keyword, before, now, expected) => {
  expect(isStronger(keyword, before, now)).toBe(expected);
});
