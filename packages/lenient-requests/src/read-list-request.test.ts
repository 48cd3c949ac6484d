import { expect, test } from 'vitest';
import { pathOfLenientList, readListRequest } from './read-list-request.ts';
import { strict, switchesOf } from './reading.ts';

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
  expect(pathOfLenientList('/api/cascade/get-all/')).toBe('/api/cascade/get-all');
  expect(pathOfLenientList('/api/messages/history/')).toBe('/api/messages/history');
  const others = ['/api/cascade/get-all', '/api/cascade/get-all//', '/api/cascade/schedule/', '/', ''];
  for (const path of others) expect(pathOfLenientList(path)).toBeUndefined();
});
