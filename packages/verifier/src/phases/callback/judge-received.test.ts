import { expect, test } from 'vitest';
import { judgeCallbackType } from './judge-received.ts';

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
