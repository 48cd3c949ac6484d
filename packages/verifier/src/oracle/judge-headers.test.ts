import { expect, test } from 'vitest';
import { verdictOf } from './fault.ts';
import { judgeHeaders } from './judge-answer.ts';

const answer = (headers: Record<string, string>) => ({ status: 401, headers, text: '' });

test.each([
  ['a listed value', { allow: 'POST' }, { allow: 'OPTIONS, post' }],
  ['any value', { 'www-authenticate': '*' }, { 'www-authenticate': 'Bearer' }],
])('%s passes', (_, expected, headers) => {
  expect(judgeHeaders(expected, answer(headers))).toEqual([]);
});

test.each([
  ['allow', 'POST', 'GET', 'RFC 9110 §15.5.6, ADR-0010'],
  ['www-authenticate', '*', ' ', 'RFC 9110 §11.6.1, ADR-0042'],
])('%s without its value is a hint, which is a match', (name, value, actual, rests) => {
  const faults = judgeHeaders({ [name]: value }, answer({ [name]: actual }));
  expect(faults).toMatchObject([{ severity: 'hint', rests, actual }]);
  expect(verdictOf(faults)).toEqual({ kind: 'match', hints: faults });
});

test('a hint beside an error does not hide it', () => {
  const [hint] = judgeHeaders({ allow: 'POST' }, answer({}));
  const error = { check: 'problem-code', severity: 'error', expected: 'a', actual: 'b' } as const;
  expect(verdictOf(hint === undefined ? [] : [hint, error])).toMatchObject({ kind: 'mismatch' });
});
