import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type CallbackParcel, callbackParcels, callbackRows } from '../due/callback-parcels.ts';
import { DueWork } from '../due/due-work.ts';
import type { Left } from '../due/performer.ts';
import { silent } from '../log.ts';
import { createFairShare } from '../sharing/fair-share.ts';
import { writeTogether } from '../store/prepared.ts';
import { loneReplica } from '../testing/replicas.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { createCallbackClaims } from './claims.ts';

const database = withTestDatabase();
const patience = { timeout: 60_000, interval: 10 };

beforeEach(() =>
  database.pool.query('truncate cascade.callback_parcels, cascade.waiting, cascade.waiting_lanes'),
);

const parcelsOf = (accountId: number, count: number) =>
  callbackParcels(
    Array.from({ length: count }, (_, n) => ({ accountId, turn: 0, eventId: `evt_${accountId}_${n}` })),
    true,
  );

/** As another replica writes them, which has no room. */
async function leave(accountId: number, count: number): Promise<void> {
  await writeTogether(
    database.pool,
    callbackRows.write(parcelsOf(accountId, count), () => null),
  );
}

interface Settings {
  /** Places in memory, of which one account gets 15 in 100. */
  readonly places?: number;
  readonly isOpenTo?: (accountId: number) => boolean;
}

/** Claims, and does nothing with what is claimed: `done` ends it. */
function start({ places = 4_096, isOpenTo = () => true }: Settings = {}) {
  const { pool } = database;
  const held = new Map<CallbackParcel, (left: Left<CallbackParcel>) => void>();
  const replica = loneReplica();
  const due = new DueWork<CallbackParcel>({
    pool,
    replica,
    breaks: () => 0,
    log: silent,
    rows: callbackRows,
    share: createFairShare(places),
    // Without a wake, nothing more is claimed.
    pauseMs: { shortest: 3_600_000, longest: 3_600_000 },
  });
  const now = () => performance.now();
  due.start({
    ...createCallbackClaims({ pool, now, visits: () => () => ({ room: 0, againInMs: 1_000 }) }),
    isOpenTo,
    perform: (parcels) => parcels.map((parcel) => new Promise((resolve) => void held.set(parcel, resolve))),
  });
  const of = (accountId: number) => [...held.keys()].filter((parcel) => parcel.accountId === accountId);
  const done = (some: readonly CallbackParcel[]) => {
    for (const parcel of some) {
      held.get(parcel)?.([]);
      held.delete(parcel);
    }
  };
  onTestFinished(async () => {
    const stopped = due.stop();
    const ending = setInterval(() => done([...held.keys()]), 5);
    await stopped;
    clearInterval(ending);
  });
  /** Whether the replica owns what it writes of an account now. */
  const owns = (accountId: number) => due.enlist(parcelsOf(accountId, 1)).own.length === 1;
  const events = (accountId: number) => of(accountId).reduce((sum, { entries }) => sum + entries.length, 0);
  return { due, owns, of, events, done };
}

test('callbacks of one account beyond its share wait, and those of others, written after them, do not', async () => {
  await leave(1, 4_000);
  await leave(2, 3);
  const { owns, events, of, done } = start();
  await vi.waitFor(() => expect(events(2)).toBe(3), patience);
  // A claim may exceed the share by what it takes at once.
  expect(events(1)).toBeLessThanOrEqual(614 + 287);
  expect([1, 2, 3].map(owns)).toEqual([false, true, true]);
  done(of(1));
  await vi.waitFor(() => expect(events(1)).toBeGreaterThan(0), patience);
});

test('while the fast lane of an account is full, nothing of it is claimed, and what others have is', async () => {
  let isOpen = false;
  await leave(1, 100);
  await leave(2, 3);
  const { due, owns, of, events, done } = start({ isOpenTo: (accountId) => isOpen || accountId !== 1 });
  // It is congested by what it has here.
  isOpen = true;
  const [mine] = parcelsOf(1, 1);
  due.enlist(mine === undefined ? [] : [mine]).committed();
  isOpen = false;
  await vi.waitFor(() => expect(events(2)).toBe(3), patience);
  expect(events(1)).toBe(1);
  expect([1, 2].map(owns)).toEqual([false, true]);
  isOpen = true;
  done(of(1));
  await vi.waitFor(() => expect(events(1)).toBe(100), patience);
});

test('a parcel of version 0.1.0, of several accounts, is claimed although an account has no room', async () => {
  await leave(1, 4_000);
  await leave(2, 3);
  // As it is taken over (`former-work.ts`).
  await database.pool.query('update cascade.callback_parcels set account_id = 0 where account_id = 2');
  const { events } = start();
  await vi.waitFor(() => expect(events(0)).toBe(3), patience);
});
