import { expect, test } from 'vitest';
import type { Attempt } from '../../report/recorder.ts';
import { loadScenarios } from '../../scenario/load-scenarios.ts';
import type { CallbackContext } from './callback-context.ts';
import { judgeMediaType } from './judge-received.ts';

const scenario = loadScenarios().find(({ id }) => id === 'callback-media-type');

function verdictOn(...types: readonly (string | undefined)[]) {
  if (scenario === undefined) throw new Error('spec/scenarios has no callback-media-type');
  const received = types.map((type) => ({
    headers: type === undefined ? {} : { 'content-type': type },
    body: '{}',
  }));
  const attempts: Attempt[] = [];
  const recorder = { record: (attempt: Attempt) => attempts.push(attempt) };
  const context: Partial<CallbackContext> = {};
  Object.assign(context, { receiver: { received }, recorder });
  judgeMediaType(context as CallbackContext, scenario);
  return attempts[0]?.verdict;
}

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
