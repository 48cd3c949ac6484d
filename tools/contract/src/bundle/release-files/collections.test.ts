import { expect, test } from 'vitest';
import { readContract } from '../../index.ts';
import { collections } from './collections.ts';
import { collectionFolders } from './folders.ts';

const folders = collectionFolders();
const files = collections();

test('every problem code has a folder, with a request that provokes it and its neighbour', () => {
  const problems = readContract().problems;
  for (const { status, code } of problems) {
    const { requests = [] } = folders.find(({ name }) => name === `${status} ${code}`) ?? {};
    expect(
      requests.map(({ expects }) => expects.kind),
      code,
    ).toEqual(expect.arrayContaining(['problem', 'success']));
  }
});

test('a folder has a handful of requests, and no two have one id', () => {
  expect(Math.max(...folders.map(({ requests }) => requests.length))).toBeLessThanOrEqual(10);
  const ids = folders.flatMap(({ requests }) => requests.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

test('every request goes to {{baseUrl}}, has a key variable, and a request id that is new in each send', () => {
  for (const { id, headers, path, body } of folders.flatMap(({ requests }) => requests)) {
    expect(path, id).toMatch(/^\/api\//);
    expect(headers['x-api-key'], id).toMatch(id === 'auth-error' ? /^no-such-key$/ : /^\{\{\w+Key\}\}$/);
    if (path.startsWith('/api/cascade/s'))
      expect(body, id).toMatch(/"requestId": "\{\{(\$guid|sentRequestId)\}\}"/);
  }
});

test('no URL has {{baseUrl}} twice, and no file is larger than an editor likes', () => {
  for (const { path, text } of files) {
    expect(text, path).not.toMatch(/\{\{baseUrl\}\}[^\s"]*\{\{baseUrl\}\}/);
    expect(text.length, path).toBeLessThan(400_000);
  }
});
