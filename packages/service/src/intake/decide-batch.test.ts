import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideBatch } from './decide-batch.ts';
import type { IntakeItem } from './intake-item.ts';

const nothingKnown = { used: new Set<number>(), repeated: new Set<number>() };

function item(accountId: number, cost: number, like = 'a'): IntakeItem {
  const message = {
    requestIdAsSent: 'x',
    cascadeId: 1,
    address: '+12025550100',
    addressType: 'PHONE',
    comment: null,
    startAt: null,
    fingerprint: Buffer.from(like),
    cost,
    stages: [],
    content: {},
  };
  return { accountId, requestId: 'x', message };
}

test('equality suffices, one minor unit more does not', () => {
  const available = new Map([[1, 8]]);
  const verdicts = decideBatch([item(1, 5), item(1, 3), item(1, 1)], { ...nothingKnown, available });
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['accepted', 'accepted', 'unaffordable']);
});

test('a request that does not fit leaves the money to the ones behind it', () => {
  const available = new Map([[1, 8]]);
  const verdicts = decideBatch([item(1, 9), item(1, 8)], { ...nothingKnown, available });
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['unaffordable', 'accepted']);
});

test('a used request id comes before money, and a request without message needs none', () => {
  const items = [item(1, 100), { accountId: 1, requestId: 'y' }];
  expect(decideBatch(items, { ...nothingKnown, available: new Map(), used: new Set([0]) })).toMatchObject([
    { verdict: 'used' },
    { verdict: 'unused' },
  ]);
});

test('the second of two equal messages in one batch is a duplicate, another account is not', () => {
  const available = new Map([
    [1, 10],
    [2, 10],
  ]);
  const decisions = decideBatch([item(1, 1), item(1, 1), item(2, 1), item(1, 1, 'b')], {
    ...nothingKnown,
    available,
  });
  expect(decisions.map(({ duplicate }) => duplicate)).toEqual([false, true, false, false]);
});

test('what comes out of a batch is what would have come out one by one', () => {
  const anyItem = fc.record({
    account: fc.integer({ min: 1, max: 3 }),
    cost: fc.integer({ min: 0, max: 9 }),
  });
  fc.assert(
    fc.property(
      fc.array(anyItem),
      fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 3, maxLength: 3 }),
      (list, money) => {
        const items = list.map(({ account, cost }) => item(account, cost));
        const available = new Map(money.map((amount, index) => [index + 1, amount]));
        const together = decideBatch(items, { ...nothingKnown, available }).map(({ verdict }) => verdict);
        const left = new Map(available);
        const alone = items.map((one) => {
          const [decision] = decideBatch([one], { ...nothingKnown, available: left });
          const cost = decision?.verdict === 'accepted' ? (one.message?.cost ?? 0) : 0;
          left.set(one.accountId, (left.get(one.accountId) ?? 0) - cost);
          return decision?.verdict;
        });
        expect(together).toEqual(alone);
        expect([...left.values()].every((amount) => amount >= 0)).toBe(true);
      },
    ),
  );
});
