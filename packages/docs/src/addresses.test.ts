import { expect, test } from 'vitest';
import { readBase } from './addresses.ts';

test.each([
  ['https://docs.example', 'https://docs.example/'],
  ['https://docs.example/cascade', 'https://docs.example/cascade/'],
  ['http://127.0.0.1:8080/a/', 'http://127.0.0.1:8080/a/'],
])('the base %s is %s', (text, base) => {
  expect(readBase(text)).toBe(base);
});

test.each(['docs.example', 'ftp://docs.example', 'https://docs.example/?a', 'https://docs.example/#a', ''])(
  'the base "%s" is refused',
  (text) => {
    expect(() => readBase(text)).toThrow(/^--base: expected an http or https URL/);
  },
);
