import { readContract } from '@cascade/contract';
import { describe, expect, test } from 'vitest';
import { demoAddressOf, demoNumberAt, demoNumbers, demoOutcome, sceneOf } from './demo-numbers.ts';
import { reasonFacts, undeliveredReasons } from './undelivered-reason.ts';

const contract = readContract();

test('the constants have the numbers of the catalogue, in its order, and nothing else', () => {
  expect(Object.keys(demoNumbers)).toEqual(contract.demoNumbers.map(({ number }) => number));
  expect(Object.values(demoNumbers)).toEqual(
    contract.demoNumbers.map(({ outcomes, failures, receipts }) => ({ outcomes, failures, receipts })),
  );
});

test('no number gives a reason on a channel where the catalogue does not have it', () => {
  for (const { outcomes } of Object.values(demoNumbers))
    for (const [channel, { reason }] of Object.entries(outcomes)) {
      const channels = reason === null ? [] : reasonFacts(reason).channels;
      expect(channels.length === 0 || channels.includes(channel), `${reason} on ${channel}`).toBe(true);
    }
});

test.each(undeliveredReasons())('the demo address of %s provokes it on CHATTWO', (reason) => {
  expect(demoOutcome(demoAddressOf(reason), 'CHATTWO')).toEqual({ status: 'UNDELIVERED', reason });
});

test('an address is found with and without +', () => {
  expect(demoNumberAt('+12025550101')).toBe(demoNumberAt('12025550101'));
  expect(demoOutcome('12025550101', 'SMS')).toEqual({ status: 'DELIVERED', reason: null });
});

test.each(['', '+', '++12025550101', '+12025550100', 'toString', '__proto__'])(
  'the address %j is not a demo number',
  (address) => {
    expect(demoNumberAt(address)).toBeUndefined();
    expect(demoOutcome(address, 'SMS')).toBeUndefined();
  },
);

test.each(['', 'sms', 'toString', 'VIBER'])('the unknown channel %j has no outcome', (channel) => {
  expect(demoOutcome('+12025550101', channel)).toBeUndefined();
});

describe('the scene of an address', () => {
  test.each([
    ['+12025550100', 'SMS', { failures: 0, response: { status: 'DELIVERED' }, receipts: [] }],
    [
      '12025550104',
      'CHATTWO',
      { failures: 0, response: { status: 'UNDELIVERED', reason: 'daily-rate-limit' }, receipts: [] },
    ],
    ['+12025550104', 'SMS', { failures: 0, response: { status: 'DELIVERED' }, receipts: [] }],
    ['+12025550123', 'SMS', { failures: 0, response: { status: 'SENT' }, receipts: [] }],
    [
      '+12025550126',
      'SMS',
      {
        failures: 0,
        response: { status: 'SENT' },
        receipts: [{ status: 'UNDELIVERED', reason: 'message-undeliverable', afterSeconds: 5 }],
      },
    ],
  ])('%s on %s', (address, channel, scene) => {
    expect(sceneOf(address, channel)).toEqual(scene);
  });

  test('a gateway that never responds has no end of failures', () => {
    expect(sceneOf('+12025550124', 'SMS').failures).toBe(Number.POSITIVE_INFINITY);
  });
});
