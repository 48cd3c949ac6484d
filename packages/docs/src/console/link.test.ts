import { expect, test } from 'vitest';
import { type ConsoleExample, consoleLink, readFragment } from './link.ts';

const consoleHref = (example: ConsoleExample) => /href="([^"]*)"/.exec(consoleLink(example).text)?.[1] ?? '';

test('a link names a case, an operation or a reason', () => {
  expect(consoleHref({ case: 'out-of-balance' })).toBe('/console.html#out-of-balance');
  expect(consoleHref({ operation: 'listCascades' })).toBe('/console.html#listCascades');
  expect(consoleHref({ reason: 'duplicated' })).toBe('/console.html#reason=duplicated');
  expect(consoleLink({ reason: 'duplicated' }, 'Receive it now').text).toBe(
    '<a class="console-link" href="/console.html#reason=duplicated">Receive it now</a>',
  );
});

test('a link carries any request unchanged', () => {
  const request = {
    method: 'PUT',
    path: '/api/x?a=%20&b="',
    headers: { 'x-api-key': 'demo-key', 'content-type': 'text/plain' },
    body: { text: '100 % "quoted" \\ #anchor\n€' },
  };
  const { hash } = new URL(consoleHref({ request }), 'http://127.0.0.1');
  expect(readFragment(hash)).toEqual(request);
});

test.each([
  ['', ''],
  ['#out-of-balance', 'out-of-balance'],
  ['#reason=duplicated', 'reason=duplicated'],
  ['#%', '%'],
  ['#request=%7B', 'request={'],
])('the fragment «%s» is the name «%s»', (fragment, name) => {
  expect(readFragment(fragment)).toBe(name);
});

test('a request with members of other types is read as a request with texts', () => {
  const fragment = `#request=${encodeURIComponent('{"method":1,"headers":{"a":2},"body":[3]}')}`;
  expect(readFragment(fragment)).toEqual({ method: '1', path: '/', headers: { a: '2' }, body: [3] });
});
