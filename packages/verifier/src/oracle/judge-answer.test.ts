import { describe, expect, test } from 'vitest';
import type { ProfileCascade } from '../generated/profile.ts';
import type { Expectation } from '../scenario/scenario.ts';
import { judgeAnswer } from './judge-answer.ts';

const uuid = '2ede9313-0539-463a-9ec3-898506f4937a';
const cascade: ProfileCascade = { id: 31634, stages: [{ channel: 'CHATTWO', uuid }] };

function judge(expectation: Expectation, status: number, body: unknown, type = 'application/problem+json') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return judgeAnswer(expectation, { status, headers: { 'content-type': type }, text }, cascade);
}

function clauseOf(verdict: ReturnType<typeof judge>) {
  return verdict.kind === 'mismatch'
    ? verdict.faults.map(({ clause, check }) => clause ?? check)
    : verdict.kind;
}

const text: Expectation = { codes: ['text-not-specified'] };
const good = { title: 'text-not-specified', status: 400 };

describe('a refusal', () => {
  test.each([
    ['as it should be', 400, good, 'match'],
    ['with members more', 400, { ...good, type: 'about:blank', traceId: 7 }, 'match'],
    ['with an empty detail', 400, { ...good, detail: null }, 'match'],
    ['with another listed code', 400, { ...good, title: 'caption-not-specified' }, ['problem-code']],
    ['with an unlisted code', 400, { ...good, title: 'text-is-odd' }, ['problem-code']],
    ['with another status', 422, { ...good, status: 422 }, ['status-code-conformance']],
    ['with another status in the body', 400, { ...good, status: 422 }, ['2.4/status']],
    ['with a status that is a text', 400, { ...good, status: '400' }, ['2.4/status']],
    ['without a status in the body', 400, { title: good.title }, ['2.4/status']],
    ['with a detail that is a number', 400, { ...good, detail: 7 }, ['2.4/detail']],
    ['without a title', 400, { status: 400 }, ['2.4/title']],
    ['with a page', 400, '<h1>No</h1>', ['4.1/error-response']],
    ['that accepts', 202, '', ['negative-data-rejection']],
  ])('%s', (_, status, body, expected) => {
    expect(clauseOf(judge(text, status, body))).toEqual(expected);
  });

  test('may come as plain JSON, with a charset, and as nothing else', () => {
    expect(judge(text, 400, good, 'Application/JSON; charset=utf-8').kind).toBe('match');
    expect(clauseOf(judge(text, 400, good, 'text/plain'))).toEqual(['4.1/error-response']);
  });
});

describe('an acceptance', () => {
  test.each([
    [200, '{"requestId":"x"}', 'match'],
    [204, '', 'match'],
    [200, good, ['1/error-with-problem-body']],
    [400, good, ['positive-data-acceptance']],
    [302, '', ['positive-data-acceptance']],
  ])('%i %j', (status, body, expected) => {
    expect(clauseOf(judge({ accepted: true }, status, body))).toEqual(expected);
  });

  test('where the source leaves it open, is inconclusive', () => {
    const open: Expectation = { ...text, unclear: { accepted: 'not shown' } };
    expect(judge(open, 200, '')).toEqual({ kind: 'inconclusive', why: 'not shown' });
    expect(judge(open, 400, good).kind).toBe('match');
  });
});

describe('violations', () => {
  const detail = `Cascade scheduling request is not valid. Violations: the content was not found for the cascade template stage [cascadeTemplateId:31,634;stageUuid:${uuid};channelType:CHATTWO]`;
  const missing: Expectation = {
    codes: ['cascade-scheduling-request-is-not-valid'],
    violations: { missing: ['CHATTWO'] },
  };
  const body = { title: 'cascade-scheduling-request-not-valid', status: 400, detail };

  test.each([
    ['in order', detail, 'match'],
    ['without a thousands separator', detail.replace('31,634', '31634'), ['7.3/thousands']],
    ['with a dot as separator', detail.replace('31,634', '31.634'), ['7.3/thousands']],
    ['with another cascade', detail.replace('31,634', '31,635'), ['2.3/cascadeTemplateId']],
    ['with the UUID of no stage', detail.replace(uuid, uuid.replace('2', '3')), ['2.3/stageUuid']],
    ['with another channel', detail.replace('CHATTWO', 'SMS'), ['7.3/channel']],
    ['with the channel in small letters', detail.replace('CHATTWO', 'chattwo'), ['7.3/channel']],
    ['missing from the body', '', ['2.4/detail-filled']],
  ])('%s', (_, written, expected) => {
    const found = clauseOf(judge(missing, 400, { ...body, detail: written }));
    expect(found).toEqual(expected);
  });

  test('a finding shows the piece that differs, and the whole text', () => {
    const verdict = judge(missing, 400, { ...body, detail: detail.replace('31,634', '31634') });
    expect(verdict).toMatchObject({
      faults: [
        { expected: `31,634, in «${detail}»`, actual: `31634, in «${detail.replace('31,634', '31634')}»` },
      ],
    });
  });

  test('the code that tells none is right, and proves nothing of their text', () => {
    const code = "request-doesn't-contain-content-for-all-cascade-stages";
    const either = { ...missing, codes: [...(missing.codes ?? []), code] };
    expect(judge(either, 400, { title: code, status: 400 })).toEqual({
      kind: 'inconclusive',
      why: `the provider answers ${code}, which tells no violations (ADR-0004)`,
    });
    expect(judge(either, 400, { title: code, status: 401 }).kind).toBe('mismatch');
  });

  test('either spelling of the title is right', () => {
    expect(judge(missing, 400, { ...body, title: 'cascade-scheduling-request-is-not-valid' }).kind).toBe(
      'match',
    );
  });
});

type Headers = Readonly<Record<string, string>>;

/** The verdict on a problem with these headers. */
function judgeHeaders(expected: Headers, headers: Headers, status = 400) {
  const answer = { status, headers: { 'content-type': 'application/problem+json', ...headers } };
  const expectation = { codes: [good.title], headers: expected };
  return judgeAnswer(expectation, { ...answer, text: JSON.stringify(good) }, cascade);
}

test.each([
  ['a listed value', { allow: 'POST' }, { allow: 'OPTIONS, post' }],
  ['any value', { 'www-authenticate': '*' }, { 'www-authenticate': 'Bearer' }],
])('%s passes', (_, expected, headers) => {
  expect(judgeHeaders(expected, headers)).toEqual({ kind: 'match' });
});

test.each([
  ['allow', 'POST', 'GET', 'RFC 9110 §15.5.6, ADR-0010'],
  ['www-authenticate', '*', ' ', 'RFC 9110 §11.6.1, ADR-0042'],
])('%s without its value is a hint, which is a match', (name, value, actual, rests) => {
  expect(judgeHeaders({ [name]: value }, { [name]: actual })).toMatchObject({
    kind: 'match',
    hints: [{ severity: 'hint', rests, actual }],
  });
});

test('a hint beside an error does not hide it', () => {
  expect(judgeHeaders({ allow: 'POST' }, {}, 401)).toMatchObject({ kind: 'mismatch' });
});
