import { expect, test } from 'vitest';
import { encodingFor, isNotModified } from './negotiate.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, br', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br, GZIP;q=0.5', 'br'],
  ['deflate , gzip ; q=1', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['br;q=0, gzip;q=0.000, deflate', 'identity'],
  ['x-gzipped', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0.5, identity', 'identity'],
])('%s gives %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

test.each([
  [undefined, false],
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x", "abc"', true],
  ['*', true],
  ['"abcd"', false],
  ['abc', false],
  ['', false],
])('If-None-Match %s: %s', (header, expected) => {
  expect(isNotModified(header, '"abc"')).toBe(expected);
});
