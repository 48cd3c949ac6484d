import { readContract } from '@cascade/contract';
import { expect, test } from 'vitest';
import { preflightPath } from './draft.ts';
import { pageData } from './page-data.ts';
import { compareTitle, describeVerdict, judgeDraft } from './verdict.ts';

const { templates, cascades } = pageData(readContract());
const draftOf = (name: string) => {
  const template = templates.find((one) => one.name === name);
  if (template === undefined) throw new Error(`no template ${name}`);
  return template.draft;
};

test('the verdict follows the contract, with pointer and detail', () => {
  expect(judgeDraft(draftOf('text-not-specified'), cascades)).toMatchObject({
    kind: 'problem',
    code: 'text-not-specified',
    pointer: '/content/smsContent/text',
  });
  expect(judgeDraft(draftOf('text-not-specified-neighbour'), cascades)).toEqual({ kind: 'passes' });
});

test.each([
  ['another method', { method: 'PUT' }, 'POST /api/cascade/schedule only'],
  ['another path', { path: '/api/cascade/get-all' }, 'POST /api/cascade/schedule only'],
  ['no JSON for the control', { path: '/control/reset', body: '{' }, 'line 1, column 2'],
  ['no request id', { body: '{"cascadeId":2002}' }, 'requestId is missing'],
])('%s gives no verdict', (_, change, why) => {
  const verdict = judgeDraft({ ...draftOf('text-not-specified'), ...change }, cascades);
  expect(verdict).toEqual({ kind: 'silent', why: expect.stringContaining(why) });
});

test.each([
  ['a message', preflightPath],
  ['another request of the API', '/api/cascade/get-all'],
])('%s that is not JSON is refused at its line and column', (_, path) => {
  const draft = { ...draftOf('text-not-specified'), path, body: '{\n  "requestId": }' };
  const verdict = judgeDraft(draft, cascades);
  expect(verdict).toMatchObject({ kind: 'problem', status: 400, code: 'matched-template-not-found' });
  expect(describeVerdict(verdict)).toBe(
    '✗ 400 matched-template-not-found. the body is not a JSON object: unexpected "}" at position 17 (line 2, column 16)',
  );
});

test('an answer is compared with the verdict', () => {
  const passes = { kind: 'passes' } as const;
  const wrong = { kind: 'problem', code: 'a', title: 'b', status: 400 } as const;
  expect(compareTitle(passes, undefined)).toBe('As preflight predicted.');
  expect(compareTitle(passes, 'out-of-balance')).toContain('could not predict');
  expect(compareTitle(wrong, 'b')).toBe('As preflight predicted.');
  expect(compareTitle(wrong, undefined)).toContain('differs');
  expect(compareTitle({ kind: 'silent', why: 'x' }, 'b')).toContain('gave no verdict');
});
