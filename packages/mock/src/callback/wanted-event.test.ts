import { readContract } from '@cascade/contract';
import type { KeptStage } from '@cascade/validator/memory-provider';
import { expect, test } from 'vitest';
import { wantedEvents } from './status-event.ts';

const stage = (channel: string): KeptStage => ({
  uuid: channel,
  channel,
  subject: { id: 1, subject: 'a' },
});
const sms = stage('SMS');
const chatone = stage('CHATONE');
const chattwo = stage('CHATTWO');
const { demoNumbers } = readContract();

test.each([
  ['not-chattwo-user', [{ status: 'UNDELIVERED', error: 'not-chattwo-user' }]],
  ['a-reason-nobody-listed', [{ status: 'UNDELIVERED', error: 'a-reason-nobody-listed' }]],
  ['DELIVERED', [{ status: 'DELIVERED', error: null }]],
  ['READ', [{ status: 'READ', error: null }]],
  ['', []],
])('the preference %j', (preference, expected) => {
  expect(wantedEvents(preference, '10000000001', [sms])).toStrictEqual(expected);
});

const rows = demoNumbers.flatMap(({ number, outcomes }) =>
  Object.entries(outcomes).map(([channel, outcome]) => ({ number, channel, outcome })),
);

test.each(rows)('$number on $channel: $outcome', ({ number, channel, outcome: { status, reason } }) => {
  const only = stage(channel);
  const expected = [{ status, error: reason, stage: only }];
  expect(wantedEvents(undefined, number, [only])).toStrictEqual(expected);
  expect(wantedEvents(undefined, number.slice(1), [only])).toStrictEqual(expected);
});

test('after an undelivered stage the next one starts, until one is delivered', () => {
  expect(wantedEvents(undefined, '+12025550130', [chattwo, chatone, sms])).toStrictEqual([
    { status: 'UNDELIVERED', error: 'not-chattwo-user', stage: chattwo },
    { status: 'UNDELIVERED', error: 'message-undeliverable', stage: chatone },
    { status: 'DELIVERED', error: null, stage: sms },
  ]);
  expect(wantedEvents(undefined, '+12025550101', [sms, chattwo])).toStrictEqual([
    { status: 'DELIVERED', error: null, stage: sms },
  ]);
});

test.each(['+12025550100', '+12025550114', '++12025550101', '2025550101', 'call me', '__proto__', ''])(
  'the address %j asks for nothing',
  (address) => {
    expect(wantedEvents(undefined, address, [sms, chattwo])).toStrictEqual([]);
  },
);

test('a preference overrides an address', () => {
  expect(wantedEvents('duplicated', '+12025550101', [chattwo])).toMatchObject([{ error: 'duplicated' }]);
});
