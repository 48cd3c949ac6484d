import { expect, test } from 'vitest';
import { describeSent, parseStored, type SentRequest, storedText } from './sent-requests.ts';

const sampleKeys = new Set(['demo-key']);
const sent: SentRequest = {
  at: '2026-01-30T11:07:55.000Z',
  target: 'mock',
  draft: {
    method: 'POST',
    path: '/api/cascade/schedule',
    key: 'demo-key',
    headers: 'content-type: application/json\nprefer: code=503',
    body: '{}',
  },
  status: 400,
  title: 'out-of-balance',
  answer: 'HTTP/1.1 400',
};

test('stored requests are read again', () => {
  expect(parseStored(storedText([sent], sampleKeys))).toEqual([sent]);
});

test('no key is stored but those of the samples, and no other secret', () => {
  const headers = 'x-api-key: secret-1\nAuthorization: Token secret-2\ncookie: a=secret-3\naccept: */*';
  const text = storedText([{ ...sent, draft: { ...sent.draft, key: 'secret-4', headers } }], sampleKeys);
  expect(text).not.toContain('secret');
  expect(parseStored(text)[0]?.draft).toMatchObject({ key: '', headers: 'accept: */*' });
});

test('a long request or answer is left out', () => {
  const long = 'x'.repeat(20_001);
  const text = storedText(
    [{ ...sent, answer: long }, sent, { ...sent, draft: { ...sent.draft, body: long } }],
    sampleKeys,
  );
  expect(parseStored(text)).toEqual([sent]);
});

test.each([null, '', '{', 'null', '{}', '[1, null, {"draft": {}}, {"at": 1}]'])(
  'the text %j has no requests',
  (text) => {
    expect(parseStored(text)).toEqual([]);
  },
);

test('a request is described by its answer', () => {
  const { status: _, title: __, ...unanswered } = sent;
  expect(describeSent(sent)).toBe('400 out-of-balance · POST /api/cascade/schedule');
  expect(describeSent(unanswered)).toBe('no answer · POST /api/cascade/schedule');
});
