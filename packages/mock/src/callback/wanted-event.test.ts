import { reasons } from '@cascade/types';
import { expect, test } from 'vitest';
import { wantedEvent } from './wanted-event.ts';

test.each([
  ['not-chattwo-user', { status: 'UNDELIVERED', error: 'not-chattwo-user' }],
  ['a-reason-nobody-listed', { status: 'UNDELIVERED', error: 'a-reason-nobody-listed' }],
  ['DELIVERED', { status: 'DELIVERED', error: null }],
  ['READ', { status: 'READ', error: null }],
  ['', undefined],
])('the preference %j', (preference, expected) => {
  expect(wantedEvent(preference, '10000000001')).toStrictEqual(expected);
});

test('reserved addresses stand for the reasons, in the order of §7.4', () => {
  const addresses = Array.from(
    { length: 13 },
    (_, index) => `+1202555${String(101 + index).padStart(4, '0')}`,
  );
  expect(addresses.map((address) => wantedEvent(undefined, address)?.error)).toStrictEqual(
    Object.keys(reasons),
  );
  expect(wantedEvent(undefined, '12025550101')?.error).toBe('not-chattwo-user');
  expect(wantedEvent(undefined, '+12025550199')).toStrictEqual({ status: 'DELIVERED', error: null });
});

test('other addresses ask for nothing', () => {
  expect(wantedEvent(undefined, '+12025550100')).toBeUndefined();
  expect(wantedEvent(undefined, '+12025550114')).toBeUndefined();
});

test('a preference wins over an address', () => {
  expect(wantedEvent('duplicated', '+12025550101')?.error).toBe('duplicated');
});
