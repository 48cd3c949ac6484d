import { expect, test } from 'vitest';
import { isWording } from '../change.ts';
import { reportWords } from './report-words.ts';

const schemas = '/components/schemas';

test('new and removed nodes have the names that readers know', () => {
  const added = (typeName: string, pointer: string, value: unknown = {}) =>
    reportWords({ kind: 'added', typeName, revision: { value } }, pointer).says;
  expect(added('Schema', `${schemas}/Button/properties/urlPostfix`)).toBe('the field `urlPostfix` is new');
  expect(added('Schema', `${schemas}/MessageSort`)).toBe('the schema `MessageSort` is new');
  expect(added('PathItem', '/paths/~1api~1messages~1history', { post: {}, summary: '' })).toBe(
    'the operation POST /api/messages/history is new',
  );
  expect(added('Tag', '/tags/3', { name: 'StatusEvents' })).toBe('the tag `StatusEvents` is new');
  expect(added('SpecExtension', `${schemas}/A/x-problem`)).toBe('the mark `x-problem` is new');
  expect(added('ServerMap', '/servers')).toBe('the servers are listed');
  expect(added('Unheard', '/unheard/3')).toBe('the Unheard is new');
  const removed = { kind: 'removed', typeName: 'Schema', base: { value: {} } };
  expect(reportWords(removed, `${schemas}/A/properties/b`)).toMatchObject({
    kind: 'removed',
    says: 'the field `b` is gone',
  });
});

test('a changed limit gives both states in words', () => {
  const change = { kind: 'modified', typeName: 'Schema', property: 'maximum', revision: { value: 5 } };
  expect(reportWords(change, `${schemas}/A/properties/b/maximum`)).toEqual({
    kind: 'changed',
    says: '`b` was not limited, and is now at most 5',
    values: { of: 'what is valid', before: 'not limited', after: 'at most 5' },
  });
});

test('changed texts are side by side, and for everything else Redocly speaks', () => {
  const modified = { kind: 'modified', typeName: 'Server' };
  const text = { ...modified, property: 'url', base: { value: 'a' }, revision: { value: 'b' } };
  expect(reportWords(text, '/servers/0/url')).toEqual({
    kind: 'changed',
    says: 'the url has changed',
    values: { of: 'url', before: 'a', after: 'b' },
  });
  const judged = { ...modified, property: 'type', verdicts: [{ message: 'The type was narrowed.' }] };
  expect(reportWords(judged, '/servers/0/type')).toEqual({ kind: 'changed', says: 'The type was narrowed.' });
});

test('texts, examples and marks are wording, but not what breaks consumers', () => {
  const at = (place: string, impact: 'patch' | 'minor' | 'major' = 'minor') =>
    isWording({ impact, kind: 'changed', subject: 'openapi', at: place, says: '' });
  expect(at(`${schemas}/A/properties/b/x-problem`)).toBe(true);
  expect(at(`${schemas}/A/x-problem/maxLength`)).toBe(true);
  expect(at('/tags/3')).toBe(true);
  expect(at(`${schemas}/A/description`, 'patch')).toBe(true);
  expect(at(`${schemas}/A/properties/b`)).toBe(false);
  expect(at(`${schemas}/A/x-extensible-enum`)).toBe(false);
  expect(at(`${schemas}/A/x-problem`, 'major')).toBe(false);
});
