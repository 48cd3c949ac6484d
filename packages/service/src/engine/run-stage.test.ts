import { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import type { StageParcel } from '../due/stage-parcels.ts';
import { silent } from '../log.ts';
import { heardLog } from '../testing/heard-log.ts';
import { createGatewayLanes } from './gateway-lanes.ts';
import { createHolders } from './holders.ts';
import { createReceipts } from './receipts.ts';
import { StageRun, type StageRunOptions } from './run-stage.ts';

const parcelOf = (messageId: number, isHeavy: boolean, accountId = 7): StageParcel => ({
  id: `parcel-${messageId}`,
  queue: 'stage',
  accountId,
  position: 1,
  tries: 0,
  messageIds: [messageId],
  isHeavy,
  startAt: null,
  delayMs: 0,
  gateway: null,
});

/** Nothing is claimed. */
const noPool = new Pool();

/** Of a replica that has nothing to send. */
function stageRun(options: Pick<StageRunOptions, 'apply' | 'withdrawals'>): StageRun {
  return new StageRun({
    pool: noPool,
    replica: { holds: () => true },
    holders: createHolders({ id: 1 }),
    gateways: () => ({ send: () => Promise.reject(new Error('nothing is sent')) }),
    lanes: createGatewayLanes(),
    log: silent,
    now: () => new Date(0),
    ...options,
  });
}

function runOf(options: Pick<StageRunOptions, 'apply' | 'withdrawals'>) {
  const stages = stageRun(options);
  return (parcel: StageParcel) => stages.run(parcel);
}

test('the place of a message is free once its work has ended, and not with the last one of its parcel', async () => {
  const { promise: hanging, resolve: answer } = Promise.withResolvers<void>();
  const stages = stageRun({
    async apply(event) {
      if (event.kind === 'stage-due' && event.messageId === 1) await hanging;
      return { send: null, isHeld: false };
    },
  });
  const freed = vi.fn();
  const parcel = { ...parcelOf(1, false), messageIds: [1, 2, 3], owner: 1 };
  const [left] = stages.perform([parcel], freed);
  await vi.waitFor(() => expect(freed.mock.calls).toEqual([1, 2].map(() => [parcel, 1])), 30_000);
  answer();
  expect(await left).toEqual([]);
  expect(freed).toHaveBeenCalledTimes(3);
});

test('at most sixteen heavy messages are in memory, and all light ones', async () => {
  const underWay = new Set<number>();
  const together: number[][] = [];
  const run = runOf({
    async apply(event) {
      if (event.kind !== 'stage-due') return { send: null, isHeld: false };
      underWay.add(event.messageId);
      await new Promise((resolve) => setImmediate(resolve));
      together.push([...underWay].sort((a, b) => a - b));
      underWay.delete(event.messageId);
      return { send: null, isHeld: false };
    },
  });
  const heavy = Array.from({ length: 40 }, (_, n) => parcelOf(101 + n, true, n % 2));
  const left = await Promise.all(
    [...heavy, parcelOf(1, false), parcelOf(2, false)].map((parcel) => run(parcel)),
  );
  expect(left.flat()).toEqual([]);
  expect(together).toHaveLength(42);
  expect(Math.max(...together.map((ids) => ids.filter((id) => id > 100).length))).toBe(16);
  expect(together[0]).toEqual(expect.arrayContaining([1, 2]));
});

test('heavy messages of an account whose gateway does not answer leave room for those of others', async () => {
  const { promise: hanging, resolve: answer } = Promise.withResolvers<void>();
  let under = 0;
  const run = runOf({
    async apply(event) {
      if (event.kind === 'stage-due' && event.accountId === 1) {
        under += 1;
        await hanging;
      }
      return { send: null, isHeld: false };
    },
  });
  const hung = Array.from({ length: 40 }, (_, n) => run(parcelOf(n, true, 1)));
  const others = Array.from({ length: 20 }, (_, n) => run(parcelOf(100 + n, true, 2)));
  expect((await Promise.all(others)).flat()).toEqual([]);
  expect(under).toBe(8);
  answer();
  expect((await Promise.all(hung)).flat()).toEqual([]);
  expect(under).toBe(40);
});

test('a timer is applied after the withdrawal, and is not lost if what that found cannot be committed', async () => {
  const steps: string[] = [];
  let isAway = true;
  const run = runOf({
    async apply({ kind }) {
      steps.push(kind);
      return { send: null, isHeld: false };
    },
    withdrawals: {
      async withdraw({ messageId }, position) {
        steps.push(`withdraw ${messageId} ${position}`);
        if (isAway) throw new Error('the database is away');
      },
    },
  });
  const timer: StageParcel = { ...parcelOf(5, false), queue: 'timer' };
  expect(await run(timer)).toMatchObject([{ messageIds: [5], gateway: null, tries: 1, delayMs: 1_000 }]);
  expect(steps).toEqual(['withdraw 5 1']);
  isAway = false;
  expect(await run(timer)).toEqual([]);
  expect(steps).toEqual(['withdraw 5 1', 'withdraw 5 1', 'timer']);
});

test('a receipt of no attempt is dropped, and logged without what it names', async () => {
  const log = heardLog();
  const apply = vi.fn();
  const { onReceipt } = createReceipts({ apply, log, now: () => new Date(0) });
  await onReceipt({ attemptId: '+12025550199', status: 'DELIVERED' });
  expect(apply).not.toHaveBeenCalled();
  expect(log.warn.mock.calls).toEqual([
    [{ status: 'DELIVERED' }, 'a receipt is dropped: its attemptId is not a UUID'],
  ]);
});
