import { expect, test } from 'vitest';
import { preferredEvent } from './status-event.ts';

test.each([
  ['not-chattwo-user', { status: 'UNDELIVERED', error: 'not-chattwo-user' }],
  ['a-reason-of-tomorrow', { status: 'UNDELIVERED', error: 'a-reason-of-tomorrow' }],
  ['DELIVERED', { status: 'DELIVERED', error: null }],
  ['READ', { status: 'READ', error: null }],
  ['', undefined],
  [undefined, undefined],
])('the preference %j', (preference, expected) => {
  expect(preferredEvent(preference)).toStrictEqual(expected);
});
