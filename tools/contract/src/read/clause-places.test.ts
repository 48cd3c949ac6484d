import { expect, test } from 'vitest';
import { clausePlaces } from './clause-places.ts';

test('every node that carries a clause is found, one clause or several, in any file', () => {
  const places = clausePlaces({
    'a.yaml': { 'x-clause': '1/one', paths: { '/x': { 'x-clause': ['1/one', '2/two'] } } },
    'b.yaml': { list: [{ 'x-clause': '2/two' }] },
  });
  expect(Object.fromEntries(places)).toEqual({
    '1/one': [
      { file: 'a.yaml', pointer: '' },
      { file: 'a.yaml', pointer: '/paths/~1x' },
    ],
    '2/two': [
      { file: 'a.yaml', pointer: '/paths/~1x' },
      { file: 'b.yaml', pointer: '/list/0' },
    ],
  });
});
