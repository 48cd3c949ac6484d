import { expect, test } from 'vitest';
import { pathOfUrl } from './path-of-url.ts';

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
