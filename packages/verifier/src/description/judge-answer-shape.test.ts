import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TargetAnswer } from '../exchange/http-request.ts';
import { judgeProblemBody } from '../oracle/judge-problem-body.ts';
import { createShapeJudge } from './judge-answer-shape.ts';

const path = '/api/cascade/schedule';
const documented = createShapeJudge((decisions) => decisions.length === 0);
const everything = createShapeJudge(() => true);

function answer(status: number, body: unknown, headers: TargetAnswer['headers'] = {}): TargetAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': 'application/problem+json', ...headers }, text };
}

const errorsOf = (judged: TargetAnswer) =>
  (documented.judgeAnswer({ path }, judged)?.faults ?? []).filter(({ severity }) => severity === 'error');

/** What a member may be, right and wrong. */
const title = fc.constantFrom('text-not-specified', 'a-code-of-tomorrow', '', 7, null, undefined);
const status = fc.constantFrom(400, 401, '400', 400.5, null, undefined);
const detail = fc.constantFrom('because', '', 7, ['because'], undefined);
const type = fc.constantFrom(
  'application/json',
  'application/problem+json; charset=utf-8',
  'text/html',
  'application/xml',
);

test('Ajv and the oracle agree on every problem body', () => {
  const problem = fc.record({ title, status, detail, more: fc.boolean() });
  fc.assert(
    fc.property(problem, type, fc.constantFrom(400, 401), (body, mediaType, code) => {
      const judged = answer(code, body, { 'content-type': mediaType });
      // The oracle leaves a code with another status to the scenario, which names the right one.
      const isSwapped = code === 401 && body.title === 'text-not-specified';
      expect(errorsOf(judged).length > 0).toBe(judgeProblemBody(judged).length > 0 || isSwapped);
    }),
    { numRuns: 2_000, seed: 20_261_123 },
  );
});

test.each(['', 'null', '[]', '"text"', '<html>', '{"title":'])('the body %s is not a problem', (text) => {
  const judged = answer(400, text);
  expect(errorsOf(judged)).not.toEqual([]);
  expect(judgeProblemBody(judged)).not.toEqual([]);
});

/**
 * Where the two differ, and which of them is right: the source has `string`, and leaves open whether null is
 * none.
 */
test('null for no detail is a hint: it fails no provider', () => {
  const judged = answer(400, { title: 'text-not-specified', status: 400, detail: null });
  expect(judgeProblemBody(judged)).toEqual([]);
  expect(errorsOf(judged)).toEqual([]);
});

test('a success that looks otherwise is a hint, and an error where the provider follows the decision', () => {
  const other = { status: 201, headers: { 'content-type': 'application/json' }, text: '{"id":7}' };
  expect(documented.judgeAnswer({ path }, other)?.faults).toMatchObject([
    { check: 'status-code-conformance', severity: 'hint', rests: 'ADR-0001' },
  ]);
  expect(everything.judgeAnswer({ path }, other)?.faults).toMatchObject([{ severity: 'error' }]);
  const shape = everything.judgeAnswer({ path }, { ...other, status: 200 });
  expect(shape?.faults).toMatchObject([{ check: 'response-schema-conformance', severity: 'error' }]);
});

test('a status that is a string is one fault, in the words of the oracle', () => {
  const judged = answer(401, { title: 'auth-error', status: '401' });
  const said = ({ expected, actual }: { expected: string; actual: string }) => ({ expected, actual });
  const faults = everything.judgeAnswer({ path }, judged)?.faults.map(said);
  expect(faults).toEqual([{ expected: '/status must be integer', actual: '"401"' }]);
  expect(judgeProblemBody(judged).map(said)).toEqual(faults);
  const [other] =
    everything.judgeAnswer({ path }, answer(401, { title: 'auth-error', status: 400 }))?.faults ?? [];
  expect(other).toMatchObject({ expected: '/status must be 401', actual: '400' });
});

test('a header that is there has the described form', () => {
  const body = { title: 'too-many-requests', status: 429 };
  const soon = (value: string) =>
    everything.judgeAnswer({ path }, answer(429, body, { 'retry-after': value }));
  expect(soon('1')?.faults).toEqual([]);
  expect(soon('soon')?.faults).toMatchObject([{ check: 'response-headers-conformance' }]);
});

test('an answer of a URL that is not described has no shape', () => {
  expect(everything.judgeAnswer({ path: '/api/nowhere' }, answer(404, ''))).toBeUndefined();
});

const event = {
  requestId: '7c42344c-aeea-41c9-834b-eb627136f400',
  status: 'UNDELIVERED',
  error: 'a-reason-of-tomorrow',
};

test('a callback is judged by the payload of AsyncAPI', () => {
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1767225600',
    'webhook-signature': 'v1,abc=',
  };
  const judge = (body: object) => everything.judgeCallback({ headers, body: JSON.stringify(body) });
  expect(judge(event)).toEqual([]);
  expect(judge({ ...event, status: 7 })).toMatchObject([{ check: 'callback', severity: 'error' }]);
  const [hint] = documented.judgeCallback({ headers, body: '{}' });
  expect(hint).toMatchObject({ severity: 'hint', rests: expect.stringContaining('ADR-0015') });
});
