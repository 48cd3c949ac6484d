import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairShare } from './fair-share.ts';

test('one party gets a part, and others find room as long as any is left', () => {
  const share = createFairShare(100);
  const fill = (party: string) => {
    let count = 0;
    for (; share.grants([party]); count += 1) share.take([party]);
    return count;
  };
  expect(fill('one')).toBe(15);
  expect(fill('two')).toBe(12);
  for (let at = 0; at < 100 && share.used < 100; at += 1) expect(fill(`${at}`)).toBeGreaterThan(0);
  expect(share.used).toBe(100);
  expect(share.grants(['late'])).toBe(false);
});

test('counts what was taken without a grant for the party, and for all once there is much of it', () => {
  const share = createFairShare(8, { besides: 4 });
  for (let count = 0; count < 4; count += 1) share.take(['one'], 1, false);
  expect(share.used).toBe(0);
  expect([share.grants(['one']), share.grants(['two'])]).toEqual([false, true]);
  share.take(['one'], 1, false);
  expect(share.used).toBe(1);
  for (let count = 0; count < 5; count += 1) share.give(['one'], 1, false);
  expect([share.used, share.usedBy('one')]).toEqual([0, 0]);
});

test('never grants more than there is, in whatever order parties take and give', () => {
  const step = fc.record({ party: fc.integer({ min: 0, max: 9 }), isTake: fc.boolean() });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.array(step), (limit, steps) => {
      const share = createFairShare(limit);
      const taken = new Map<string, number>();
      for (const { party, isTake } of steps) {
        const parties = [`account ${party}`, `origin ${party % 2}`];
        const count = taken.get(`${party}`) ?? 0;
        if (isTake && share.grants(parties)) {
          share.take(parties);
          taken.set(`${party}`, count + 1);
        } else if (!isTake && count > 0) {
          share.give(parties);
          taken.set(`${party}`, count - 1);
        }
        expect(share.used).toBeLessThanOrEqual(limit);
        expect(share.used).toBe([...taken.values()].reduce((sum, each) => sum + each, 0));
        expect(share.usedBy(`account ${party}`)).toBe(taken.get(`${party}`) ?? 0);
      }
    }),
  );
});
