import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test('asks for five turns and 30 seconds by default', () => {
  expect(readOptions(['--'])).toEqual({
    ...{ rounds: 5, idleSeconds: 30, name: 'cost' },
    ...{ tarballs: undefined, against: undefined },
  });
});

test('has help with examples', () => {
  expect(readOptions(['--help'])).toContain('Examples\n');
});

test.each(['0', '-1', 'two', '1.5', '10000'])('refuses %s rounds', (rounds) => {
  expect(() => readOptions([`--rounds=${rounds}`])).toThrow(`not ${rounds}`);
});
