import { expect, test } from 'vitest';
import { draftOf } from './draft.ts';
import { type ConsoleExample, consoleLink, readFragment, sharedFragment } from './link.ts';

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

test.each(['{\n  "a": 1\n}', '{ "a": 1', '"a"', '', '{"a":1}'])(
  'a shared link carries the body %j unchanged',
  (body) => {
    const draft = { method: 'PUT', path: '/api/x?a=%20', key: 'secret-1', headers: 'prefer: code=503', body };
    const read = readFragment(sharedFragment(draft) ?? '');
    if (typeof read === 'string') throw new Error(read);
    expect(draftOf(read)).toEqual({ ...draft, key: '' });
    expect(read.keepsKey).toBe(true);
  },
);

test('a shared link has neither the key nor a header that may hold a secret', () => {
  const headers = 'X-Api-Key: secret-1\nauthorization: secret-2\ncookie: secret-3\naccept: */*';
  const fragment = sharedFragment({ method: 'POST', path: '/', key: 'secret-4', headers, body: '' }) ?? '';
  expect(decodeURIComponent(fragment)).toContain('*/*');
  expect(decodeURIComponent(fragment)).not.toContain('secret');
});

test('a request that is too long for a link has none', () => {
  const draft = { method: 'POST', path: '/', key: '', headers: '', body: 'x'.repeat(30_000) };
  expect(sharedFragment(draft)).toBeUndefined();
});
