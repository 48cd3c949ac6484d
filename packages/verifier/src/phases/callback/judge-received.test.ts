import { expect, test } from 'vitest';
import { createShapeJudge } from '../../description/judge-answer-shape.ts';
import { judgeCallback, judgeCallbackType, judgeMembers } from './judge-received.ts';

const verdictOn = (...types: readonly (string | undefined)[]) =>
  judgeCallbackType(
    types.map((type) => ({
      path: '/',
      headers: type === undefined ? {} : { 'content-type': type },
      body: '{}',
    })),
  );

test.each(['application/json', 'Application/JSON; charset=utf-8', 'application/problem+json'])(
  '%s is JSON',
  (type) => {
    expect(verdictOn(type)).toEqual({ kind: 'match' });
  },
);

test.each([undefined, 'text/plain', 'application/jsonx', 'application/x-www-form-urlencoded'])(
  '%s is a hint, never a finding',
  (type) => {
    const actual = type ?? 'no content-type';
    const hints = [expect.objectContaining({ severity: 'hint', actual })];
    expect(verdictOn('application/json', type)).toEqual({ kind: 'match', hints });
  },
);

test('without a callback there is nothing to judge', () => {
  expect(verdictOn()).toEqual({ kind: 'inconclusive', why: 'no callback came' });
});

test.each([
  [{ status: 'undelivered', reason: 'duplicated' }, 'undelivered with duplicated'],
  [{ status: 'UNDELIVERED', reason: undefined }, 'UNDELIVERED without a reason'],
  [{ status: undefined, reason: null }, 'no status without a reason'],
])('%j is shown as it came', (told, actual) => {
  const event = { requestId: '1', received: { path: '/', headers: {}, body: '' }, ...told };
  expect(judgeCallback('duplicated', [event], 5)).toMatchObject({ faults: [{ actual }] });
});

const described = createShapeJudge((decisions) => decisions.every((each) => each === 'ADR-0015'));

const membersVerdict = (event: object) =>
  judgeMembers({
    profile: {
      keys: { good: 'k' },
      address: '+1',
      cascades: [{ id: 7, stages: [{ channel: 'SMS' }] }],
      content: { SMS: { text: {} } },
    },
    inbox: { received: [{ path: '/', headers: {}, body: JSON.stringify(event) }] },
    shapes: described,
  });

const least = { requestId: 'as it was sent', status: 'SENT' };

test.each([
  ['what the description requires', least],
  ['no id of the request, which is allowed', { ...least, requestId: null }],
  ['a time with an offset', { ...least, statusAt: '2026-01-30T12:07:55+01:00' }],
  ['a cascade and a channel of the account', { ...least, cascadeId: 7, channelType: 'SMS' }],
])('a callback with %s is right', (_, event) => {
  expect(membersVerdict(event)).toEqual({ kind: 'match' });
});

test.each([
  ['no status', { requestId: '1' }, "the body must have required property 'status'"],
  [
    'UNDELIVERED without a reason',
    { ...least, status: 'UNDELIVERED' },
    "the body must have required property 'error'",
  ],
  ['a number for a text', { ...least, statusAt: 7 }, '/statusAt must be string'],
  [
    'a stage that is not a UUID',
    { ...least, cascadeStageUUID: '1' },
    '/cascadeStageUUID must match format "uuid"',
  ],
  ['a cascade of another account', { ...least, cascadeId: 8 }, '/cascadeId must be one of 7'],
  ['another channel', { ...least, channelType: 'sms' }, '/channelType must be one of SMS'],
])('a callback with %s is a finding', (_, event, expected) => {
  expect(membersVerdict(event)).toMatchObject({
    kind: 'mismatch',
    faults: [{ severity: 'error', expected }],
  });
});

test('what rests on a decision that the provider does not follow is a hint', () => {
  expect(membersVerdict({ ...least, comment: 7 })).toMatchObject({
    kind: 'match',
    hints: [{ rests: 'ADR-0024' }],
  });
});
