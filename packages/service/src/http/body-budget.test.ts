import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBodyBudget } from './body-budget.ts';

test('an account at its limit is refused, others are not, until the total is reached', () => {
  const budget = createBodyBudget({ total: 10, perAccount: 4 });
  const release = budget.admit(1, 3);
  expect(budget.admit(1, 2)).toBeUndefined();
  expect(budget.admit(1, 1)).toBeDefined();
  expect(budget.admit(2, 4)).toBeDefined();
  expect(budget.admit(3, 3)).toBeUndefined();
  release?.();
  expect(budget.admit(3, 3)).toBeDefined();
  expect(budget.admit(1, 0)).toBeDefined();
});

test('the limit is never exceeded, and all room is released', () => {
  const bodyArbitrary = fc.record({ accountId: fc.nat(3), bytes: fc.nat(6), isKept: fc.boolean() });
  fc.assert(
    fc.property(fc.array(bodyArbitrary), (bodies) => {
      const budget = createBodyBudget({ total: 12, perAccount: 6 });
      const out: { bytes: number; release: () => void }[] = [];
      for (const { accountId, bytes, isKept } of bodies) {
        const release = budget.admit(accountId, bytes);
        if (release !== undefined) out.push({ bytes, release });
        expect(out.reduce((sum, each) => sum + each.bytes, 0)).toBeLessThanOrEqual(12);
        if (!isKept) out.shift()?.release();
      }
      for (const { release } of out) release();
      expect([0, 1].map((accountId) => budget.admit(accountId, 6))).not.toContain(undefined);
    }),
  );
});
