import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import type { Attempt } from '../../report/recorder.ts';
import { loadScenarios } from '../../scenario/load-scenarios.ts';
import type { CallbackContext } from './callback-context.ts';
import { judgeMediaType, judgeSignatures } from './judge-received.ts';

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

test.each([
  [3_600, /too new.*: webhook-timestamp is 3[56]\d\d s ahead of the clock of this machine; set the clock of/],
  [-3_600, /too old.*: webhook-timestamp is 3[56]\d\d s behind the clock of this machine/],
])('a clock that is %i s off is named, with whose it is', (seconds, says) => {
  const [secret, body, at] = ['whsec_c2VjcmV0', '{}', new Date(Date.now() + seconds * 1_000)];
  const signature = new Webhook(secret).sign('1', at, body);
  const headers = {
    'webhook-id': '1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signature,
  };
  const attempts: Attempt[] = [];
  const context: Partial<CallbackContext> = {};
  const recorder = { record: (attempt: Attempt) => attempts.push(attempt) };
  Object.assign(context, { receiver: { received: [{ headers, body }] }, recorder, callback: { secret } });
  const signed = loadScenarios().find(({ id }) => id === 'callback-signed');
  if (signed !== undefined) judgeSignatures(context as CallbackContext, signed);
  expect(attempts[0]?.verdict).toMatchObject({ faults: [{ actual: expect.stringMatching(says) }] });
});
