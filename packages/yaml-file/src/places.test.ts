import { expect, test } from 'vitest';
import { didYouMean } from './did-you-mean.ts';
import { YamlFileError } from './fault.ts';
import { findDuplicates, selectPlaces } from './places.ts';

const root = {
  pointer: '',
  value: { list: [{ id: 1 }, { id: '1' }, { id: 2 }, { other: 1 }, 'text', { id: 1 }] },
};

test('each later place of a value is a duplicate of the first', () => {
  expect(findDuplicates(selectPlaces(root, 'list/*/id'), 'id')).toEqual([
    { pointer: '/list/1/id', message: 'duplicate id 1', first: '/list/0/id' },
    { pointer: '/list/5/id', message: 'duplicate id 1', first: '/list/0/id' },
  ]);
});

test('a secret is compared and not shown', () => {
  const secret = (value: unknown) => ({ same: String(value) });
  const places = ['a', 'b', 'a'].map((value, at) => ({ pointer: `/${at}`, value }));
  expect(findDuplicates(places, 'key', secret)).toEqual([
    { pointer: '/2', message: 'duplicate key', first: '/0' },
  ]);
});

test.each([
  ['cascadeID', '; did you mean cascadeId?'],
  ['cascade', '; did you mean cascadeId?'],
  ['chanel', '; did you mean channel?'],
  ['SMSC', '; did you mean SMS?'],
  ['colour', ''],
  ['', ''],
])('a near miss: %j', (name, suggestion) => {
  expect(didYouMean(name, ['cascadeId', 'channel', 'SMS', 'ttl'])).toBe(suggestion);
});

test('the error lists its faults in the order of each file', () => {
  const fault = (file: string, line: number, column: number, pointer: string) => ({
    file,
    line,
    column,
    pointer,
    message: 'wrong',
  });
  const error = new YamlFileError('Two files are faulty:', [
    fault('b.yaml', 12, 1, '/z'),
    fault('a.yaml', 1, 1, ''),
    fault('b.yaml', 3, 7, '/y'),
    fault('b.yaml', 3, 2, '/x'),
  ]);
  expect(error.message.split('\n')).toEqual([
    'Two files are faulty:',
    'b.yaml:3:2: /x: wrong',
    'b.yaml:3:7: /y: wrong',
    'b.yaml:12:1: /z: wrong',
    'a.yaml:1:1: wrong',
  ]);
});
