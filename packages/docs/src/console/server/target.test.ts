import { expect, test } from 'vitest';
import { parseTarget } from './target.ts';

test.each([
  ['http://127.0.0.1:4012', { name: '127.0.0.1:4012', url: 'http://127.0.0.1:4012' }],
  ['http://localhost:4012/', { name: 'localhost:4012', url: 'http://localhost:4012' }],
  ['mock=http://[::1]:4010', { name: 'mock', url: 'http://[::1]:4010' }],
  ['https://127.0.0.1/base/', { name: '127.0.0.1', url: 'https://127.0.0.1/base' }],
])('%s is a target', (text, target) => {
  expect(parseTarget(text)).toEqual(target);
});

test.each([
  'http://api.example.com',
  'http://127.0.0.1.example.com',
  'http://10.0.0.1',
  'ftp://127.0.0.1',
  'http://me@127.0.0.1',
  'http://127.0.0.1/?x=1',
  'nothing',
  '',
])('«%s» is not a target', (text) => {
  expect(parseTarget(text)).toMatch(/^a target is /);
});
