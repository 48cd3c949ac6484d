import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { judgeCallbackType, judgeSignatures } from './judge-received.ts';

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
  [3_600, /too new.*: webhook-timestamp is 3[56]\d\d s ahead of the clock of this machine; set the clock of/],
  [-3_600, /too old.*: webhook-timestamp is 3[56]\d\d s behind the clock of this machine/],
])('a clock that is %i s off is named, with whose it is', (seconds, says) => {
  const secret = 'whsec_c2VjcmV0';
  const body = '{}';
  const at = new Date(Date.now() + seconds * 1_000);
  const signature = new Webhook(secret).sign('1', at, body);
  const headers = {
    'webhook-id': '1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signature,
  };
  expect(judgeSignatures([{ path: '/', headers, body }], secret)).toMatchObject({
    faults: [{ actual: expect.stringMatching(says) }],
  });
});
