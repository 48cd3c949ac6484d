import { randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createHoldings } from '../due/holdings.ts';
import { type Parcel, parcelsOf, writeParcels } from '../due/parcels.ts';
import { silent } from '../log.ts';
import { createFairShare } from '../sharing/fair-share.ts';
import { writeTogether } from '../store/prepared.ts';
import { loneReplica } from '../testing/replicas.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { createClaims } from './claims.ts';

const database = withTestDatabase();
const patience = { timeout: 60_000, interval: 10 };

beforeEach(() => database.pool.query('truncate cascade.due, cascade.waiting, cascade.waiting_lanes'));

/** As another replica writes them, which has no room. */
async function leave(accountId: number, count: number): Promise<void> {
  const entries = Array.from({ length: count }, (_, n) => ({
    accountId,
    turn: 0,
    eventId: `evt_${accountId}_${n}`,
  }));
  await writeTogether(
    database.pool,
    writeParcels(parcelsOf(entries, true), () => null),
  );
}

interface Settings {
  /** Places in memory, of which one account gets 15 in 100. */
  readonly places?: number;
  readonly isCongested?: (accountId: number) => boolean;
}

/** Claims, and does nothing with what is claimed: `done` ends it. */
function start({ places = 4_096, isCongested = () => false }: Settings = {}) {
  const parcels: Parcel[] = [];
  const replica = loneReplica();
  const holdings = createHoldings({
    breaks: () => 0,
    share: createFairShare(places),
    onTaken() {},
    onLetGo() {},
    onFreed: (accountId) => claims.roomFreed(accountId),
  });
  const claims = createClaims({
    pool: database.pool,
    replica,
    holdings,
    log: silent,
    now: () => performance.now(),
    isCongested,
    visits: () => () => ({ room: 0, againInMs: 1_000 }),
    // Without a wake, nothing more is claimed.
    pauseMs: { shortest: 3_600_000, longest: 3_600_000 },
    take(some) {
      holdings.take(some);
      parcels.push(...some);
    },
  });
  const done = (some: readonly Parcel[]) => {
    for (const parcel of some)
      for (const { eventId } of parcel.entries) holdings.letGo({ parcel, eventId }, true);
  };
  onTestFinished(() => claims.stop(async () => done(parcels.splice(0))));
  const of = (accountId: number) => parcels.filter((parcel) => parcel.accountId === accountId);
  const events = (accountId: number) => of(accountId).reduce((sum, { entries }) => sum + entries.length, 0);
  return { ...claims, id: replica.id, holdings, of, events, done };
}

test('callbacks of one account beyond its share wait, and those of others, written after them, do not', async () => {
  await leave(1, 4_000);
  await leave(2, 3);
  const { id, ownerOf, events, of, done } = start();
  await vi.waitFor(() => expect(events(2)).toBe(3), patience);
  // A claim may exceed the share by what it takes at once.
  expect(events(1)).toBeLessThanOrEqual(614 + 287);
  expect([ownerOf(1), ownerOf(2), ownerOf(3)]).toEqual([null, id, id]);
  const before = events(1);
  done(of(1));
  await vi.waitFor(() => expect(events(1)).toBeGreaterThan(before), patience);
});

test('while the fast lane of an account is full, nothing of it is claimed, and what others have is', async () => {
  let congested = [1];
  await leave(1, 100);
  await leave(2, 3);
  const { id, ownerOf, holdings, events, done } = start({
    isCongested: (accountId) => congested.includes(accountId),
  });
  // It is congested by what it has here.
  const parcel = {
    id: randomUUID(),
    accountId: 1,
    owner: 1,
    isFirst: false,
    entries: [{ eventId: 'one', turn: 0 }],
  };
  holdings.take([parcel]);
  await vi.waitFor(() => expect(events(2)).toBe(3), patience);
  expect(events(1)).toBe(0);
  expect([ownerOf(1), ownerOf(2)]).toEqual([null, id]);
  congested = [];
  done([parcel]);
  await vi.waitFor(() => expect(events(1)).toBe(100), patience);
});

test('a parcel of version 0.1.0, of several accounts, is claimed although an account has no room', async () => {
  await leave(1, 4_000);
  await leave(2, 3);
  await database.pool.query('update cascade.due set account_id = null where account_id = 2');
  const { events } = start();
  await vi.waitFor(() => expect(events(0)).toBe(3), patience);
});
