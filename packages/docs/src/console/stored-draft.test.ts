import { expect, test } from 'vitest';
import { parseStoredDraft, type StoredDraft, storedDraftText } from './stored-draft.ts';

const sampleKeys = new Set(['demo-key']);
const stored: StoredDraft = {
  draft: {
    method: 'POST',
    path: '/api/cascade/schedule',
    key: 'demo-key',
    headers: 'content-type: application/json',
    body: '{ "not": "whole"',
  },
  template: 'scheduleMessage',
  target: 'mock',
  isEdited: true,
};

test('a stored draft is read again, whatever its body', () => {
  expect(parseStoredDraft(storedDraftText(stored, sampleKeys) ?? '')).toEqual(stored);
  const { template: _, target: __, ...least } = stored;
  expect(parseStoredDraft(storedDraftText(least, sampleKeys) ?? '')).toEqual(least);
});

test('no key is stored but those of the samples, and no other secret', () => {
  const headers = 'X-API-Key: secret-1\nAuthorization: Token secret-2\ncookie: a=secret-3\naccept: */*';
  const text = storedDraftText(
    { ...stored, draft: { ...stored.draft, key: 'secret-4', headers } },
    sampleKeys,
  );
  expect(text).not.toContain('secret');
  expect(parseStoredDraft(text ?? '')?.draft).toMatchObject({ key: '', headers: 'accept: */*' });
});

test('a draft of half a megabyte is not stored', () => {
  const body = 'x'.repeat(500_000);
  expect(storedDraftText({ ...stored, draft: { ...stored.draft, body } }, sampleKeys)).toBeUndefined();
});

test.each([
  null,
  '',
  '{',
  'null',
  '[]',
  '{"draft":{}}',
  '{"isEdited":true}',
  '{"draft":{"method":1},"isEdited":true}',
])('the text %j is not a draft', (text) => {
  expect(parseStoredDraft(text)).toBeUndefined();
});
