import { expect, test } from 'vitest';
import { meaningOf } from './meaning.ts';

const change = {
  subject: 'openapi',
  kind: 'changed',
  impact: 'major',
  at: '/components/schemas/SchedulingRequest/required',
} as const;

test.each([
  ['in requests: `startTime` is now required', 'your requests lack `startTime`'],
  ['was documented and is now assumed', 'you rely on it as a word of the source'],
  ['in requests: `a` was not limited, and is now at most 9', 'you send `a` beyond it: at most 9'],
  ['in requests: `a` was text, and is now a uuid', 'you send `a` in another form'],
  ['in callbacks: `a` was a string, and is now a string or null', 'your program reads `a`'],
  ['in responses: `a` was at most 5 characters, and is now not limited', 'your program stores `a`'],
  ['in responses: `a` is no longer required', 'your program reads `a`'],
  ['in requests: at most 10 items', 'your requests have values that are no longer allowed'],
  ['in callbacks: `subject` may be null', 'your program reads it'],
  ['in responses and callbacks: `name` may be null', 'your program reads it'],
  ['in requests and responses: at most 10 items', 'your requests have values that are no longer allowed'],
  ['Response `200` became `201`.', 'your program compares the status with 200'],
  ['the response 429 is no longer described', 'you send or wait for 429'],
  ['Path `/a` was renamed to `/b`.', 'you call /a'],
  ['`maxItems` yields another problem', 'your program waits for the former code'],
  ['the schema is now called `Sender`', 'types of your code have its name'],
  ['the header `webhook-id` of the callback is now called `x-id`', 'your receiver reads webhook-id'],
  ['the open list lost "VIDEO"', 'you send VIDEO or wait for it'],
  ['no longer says how it is signed', 'your receiver checks signatures'],
  ['the description says otherwise: “Any.” is now “Only.”', 'you follow the former text'],
  ['requests go to another address: a is now b', 'your program has the former address'],
  ['requests with `Key` are no longer accepted', 'you call with `Key`'],
  ['in requests: `comment` may no longer be sent (readOnly)', 'your requests have `comment`'],
  ['in responses: `name` is no longer returned (writeOnly)', 'your program reads `name`'],
  ['where `limit` is absent, 10 held, and now 7', 'you leave `limit` out'],
])('%s breaks who is concerned', (says, breaksIf) => {
  expect(meaningOf({ ...change, says }).breaksIf).toBe(breaksIf);
});

test('who waits for a renamed code is told its name', () => {
  const renamed = {
    ...change,
    subject: 'code',
    at: 'out-of-balance',
    says: 'is now called `no-money`',
  } as const;
  expect(meaningOf(renamed)).toEqual({
    breaksIf: 'your program waits for out-of-balance',
    remedy: 'handle no-money, and treat unknown values by their status',
  });
});

test('a caller of a code with another retry is told what to do now', () => {
  const moved = (after: string) => ({
    ...change,
    subject: 'code' as const,
    at: 'system-error',
    says: 'retry',
    values: { of: 'retry', before: 'later', after },
  });
  expect(meaningOf(moved('after-fix')).remedy).toBe('fix the message before you send it again');
  expect(meaningOf(moved('never')).remedy).toBe('do not send it again');
});

test('a limit that moves concerns who relies on it, a new one who exceeds it', () => {
  const limit = { ...change, subject: 'limit', at: 'buttons' } as const;
  const values = { of: 'value', before: '10', after: '12' };
  expect(meaningOf({ ...limit, says: 'value: `10` is now `12`', values })).toEqual({
    breaksIf: 'your program relies on the former value, 10',
    remedy: 'let it use 12',
  });
  const added = (after: string) =>
    meaningOf({ ...limit, kind: 'added', says: `is new: ${after}`, values: { of: 'limit', after } });
  expect(added('5 values')).toEqual({
    breaksIf: 'you send more than 5 values at once',
    remedy: 'split them over several requests',
  });
  expect(added('366 days')).toEqual({
    breaksIf: 'you name a time more than 366 days ahead',
    remedy: 'send the message later, or choose a nearer time',
  });
  expect(added('4,096 characters').remedy).toBe('shorten it before you send');
  expect(added('1,048,576 bytes').remedy).toBe('give attachments by their URL');
});
