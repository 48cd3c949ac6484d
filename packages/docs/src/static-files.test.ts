import { expect, test } from 'vitest';
import { encodingFor, isNotModified, pathOfUrl } from './static-files.ts';

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

test.each([
  ['/', 'index.html'],
  ['/?x=1', 'index.html'],
  ['/limits.html?x=/../y', 'limits.html'],
  ['/codes/out-of-balance.html', 'codes/out-of-balance.html'],
  ['/compare/0.1.0..unreleased.html', 'compare/0.1.0..unreleased.html'],
  ['/clauses/4%2e1.html', 'clauses/4.1.html'],
  ['/a%20b.html', 'a b.html'],
])('%s is %s', (target, path) => {
  expect(pathOfUrl(target)).toBe(path);
});

test.each([
  '/../secret.html',
  '/codes/../../secret.html',
  '/%2e%2e/secret.html',
  '/%2E%2E%2fsecret.html',
  '/..%2fsecret.html',
  '/%252e%252e/secret.html',
  '/codes/.env.txt',
  '/.env.txt',
  '/./index.html',
  '//secret.html',
  '/codes//a.html',
  '/codes/',
  '/\\..\\secret.html',
  '/%5c..%5csecret.html',
  '/index.html%00.txt',
  '/index.html\0.txt',
  '/%',
  '/%ff',
  '/c:/secret.html',
  'http://host/index.html',
  '*',
  '',
  `/${'a'.repeat(1_000)}.html`,
])('%s leads to no file', (target) => {
  expect(pathOfUrl(target)).toBeUndefined();
});
