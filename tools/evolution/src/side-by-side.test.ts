import { expect, test } from 'vitest';
import type { ContractChange } from './change.ts';
import { sideBySide } from './summary.ts';

const change: ContractChange = {
  impact: 'minor',
  kind: 'changed',
  subject: 'openapi',
  at: 'buttons',
  says: 'has moved',
};
const rowOf = (members: Partial<ContractChange>) => sideBySide([{ ...change, ...members }]).split('\n')[2];

test('both states are beside each other; a missing one is a dash', () => {
  expect(sideBySide([{ ...change, values: { of: 'value', before: '10', after: '11' } }])).toBe(
    '| what | before | after |\n|---|---|---|\n| openapi `buttons`: has moved | 10 | 11 |\n',
  );
  expect(rowOf({ values: { of: 'value', after: '11' } })).toBe('| openapi `buttons`: has moved | — | 11 |');
  expect(rowOf({})).toBe('| openapi `buttons`: has moved | — | — |');
});

test('what both states say is not said again, but the words on a description are', () => {
  const values = { of: 'value', before: '10', after: '11' };
  expect(rowOf({ subject: 'limit', values })).toBe('| limit `buttons`: value | 10 | 11 |');
  expect(rowOf({ subject: 'limit' })).toBe('| limit `buttons`: has moved | — | — |');
});

test('text stays in its cell', () => {
  expect(rowOf({ values: { of: 'value', before: 'a | b\nc', after: '<b>' } })).toBe(
    '| openapi `buttons`: has moved | a \\| b<br>c | &lt;b> |',
  );
});

test('a long text is cut to what differs', () => {
  const [before, after] = ['old', 'new'].map((word) => `${'a'.repeat(400)} ${word} ${'b'.repeat(400)}`);
  const text = rowOf({ values: { of: 'value', before: before ?? '', after: after ?? '' } }) ?? '';
  expect(text).toContain('a old b');
  expect(text).toContain('a new b');
  expect(text.length).toBeLessThan(400);
});
