import { expect, test } from 'vitest';
import { showUrl } from './callbacks.ts';

test.each([
  ['https://hooks.example.test/status', 'https://hooks.example.test/status'],
  [
    'https://hooks.example.test:8443/a/b?token=s3cret&n=&token=2#s3cret',
    'https://hooks.example.test:8443/a/b?token=…&n=…',
  ],
  ['https://user:s3cret@hooks.example.test/', 'https://…@hooks.example.test/'],
  ['https://s3cret@hooks.example.test/?a%20b=s3cret', 'https://…@hooks.example.test/?a%20b=…'],
  ['s3cret', 'not a URL'],
])('%s is shown without its secrets', (url, shown) => {
  expect(showUrl(url)).toBe(shown);
});
