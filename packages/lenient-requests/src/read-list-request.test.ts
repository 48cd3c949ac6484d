import { expect, test } from 'vitest';
import { isPathOfLenientList, readListRequest } from './read-list-request.ts';
import { strict, switchesOf } from './switches.ts';

const lenient = switchesOf({ listRequests: true });

test.each([
  [[], {}],
  [{ offset: 0, limit: 0 }, { offset: 0 }],
  [{ limit: 5 }, { limit: 5 }],
  [{ limit: '0' }, { limit: '0' }],
  [[1], [1]],
  [null, null],
])('%j is read as %j', (sent, read) => {
  expect(readListRequest(sent, lenient)).toEqual(read);
  expect(readListRequest(sent, strict)).toBe(sent);
});

test('a slash at the end is that of a list alone', () => {
  const lists = ['/api/cascade/get-all', '/api/messages/history'];
  expect(isPathOfLenientList('/api/cascade/get-all/', lists)).toBe(true);
  expect(isPathOfLenientList('/api/cascade/get-all', lists)).toBe(false);
  expect(isPathOfLenientList('/api/cascade/get-all//', lists)).toBe(false);
  expect(isPathOfLenientList('/api/cascade/schedule/', lists)).toBe(false);
});
