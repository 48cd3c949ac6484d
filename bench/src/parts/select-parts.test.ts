import { expect, test } from 'vitest';
import type { Part } from './part.ts';
import { selectParts } from './select-parts.ts';

const part = (name: string): Part => ({
  name,
  says: '',
  peer: '',
  figures: {},
  prepare: async () => ({ absent: '' }),
});
const all = [part('mock'), part('client'), part('lint')];

test('all without --only', () => {
  expect(selectParts(all, undefined)).toBe(all);
});

test('those that are named, in their own order', () => {
  expect(selectParts(all, 'lint, mock')).toEqual([all[0], all[2]]);
});

test('an unknown name is an error that lists the known ones', () => {
  expect(selectParts(all, 'mock,moc')).toBe('unknown part moc; there are mock, client, lint');
});
