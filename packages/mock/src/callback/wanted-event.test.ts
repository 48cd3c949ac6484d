import { reasons } from '@cascade/types';
import { expect, test } from 'vitest';
import { wantedEvent } from './wanted-event.ts';

const all = ['SMS', 'CHATONE', 'CHATTWO'];

test.each([
  ['not-chattwo-user', { status: 'UNDELIVERED', error: 'not-chattwo-user' }],
  ['a-reason-nobody-listed', { status: 'UNDELIVERED', error: 'a-reason-nobody-listed' }],
  ['DELIVERED', { status: 'DELIVERED', error: null }],
  ['READ', { status: 'READ', error: null }],
  ['', undefined],
])('the preference %j', (preference, expected) => {
  expect(wantedEvent(preference, '10000000001', all)).toStrictEqual(expected);
});

test('reserved addresses map to the reasons, in the order of §7.4', () => {
  const addresses = Array.from(
    { length: 13 },
    (_, index) => `+1202555${String(101 + index).padStart(4, '0')}`,
  );
  expect(addresses.map((address) => wantedEvent(undefined, address, all)?.error)).toStrictEqual(
    Object.keys(reasons),
  );
  expect(wantedEvent(undefined, '12025550101', all)?.error).toBe('not-chattwo-user');
  expect(wantedEvent(undefined, '+12025550199', all)).toStrictEqual({ status: 'DELIVERED', error: null });
});

test('other addresses ask for nothing', () => {
  expect(wantedEvent(undefined, '+12025550100', all)).toBeUndefined();
  expect(wantedEvent(undefined, '+12025550114', all)).toBeUndefined();
});

test('a preference overrides an address', () => {
  expect(wantedEvent('duplicated', '+12025550101', all)?.error).toBe('duplicated');
});

test('only chattwo has the daily limit (§7.4): a cascade without it delivers', () => {
  expect(wantedEvent(undefined, '+12025550104', ['SMS', 'CHATTWO'])?.error).toBe('daily-rate-limit');
  expect(wantedEvent(undefined, '+12025550104', ['SMS'])?.status).toBe('DELIVERED');
});
