import { beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../store/transaction.ts';
import { setDatabaseBack } from '../testing/rows.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { callbackRows } from './callback-parcels.ts';
import {
  claimByLanes,
  claimExpired,
  findClaimable,
  rebaseWaiting,
  type Visit,
  type WaitingEntry,
  wakeLanes,
  writeWaiting,
} from './waiting.ts';

const database = withTestDatabase();
const owner = 7;
const hour = 3_600_000;
const lane = { accountId: 1, url: 'https://receiver.example/status' };

beforeEach(() =>
  database.pool.query('truncate cascade.callback_parcels, cascade.waiting, cascade.waiting_lanes'),
);

const entry = (eventId: string, details: Partial<WaitingEntry> = {}): WaitingEntry => ({
  eventId,
  turn: 1,
  ...lane,
  dueInMs: 0,
  visitInMs: 0,
  giveUpInMs: 24 * hour,
  ...details,
});
const write = (...entries: readonly WaitingEntry[]) =>
  inTransaction(database.pool, (client) => writeWaiting(client, entries));
const many = (count: number, details: Partial<WaitingEntry> = {}) =>
  write(...Array.from({ length: count }, (_, n) => entry(`evt_${String(n).padStart(3, '0')}`, details)));

/** The ids of the events that a visit claims. */
async function claim(room = 100, againInMs = 0): Promise<readonly string[]> {
  const parcels = await claimByLanes(database.pool, { owner, visit: () => ({ room, againInMs }) });
  return parcels.flatMap(({ entries }) => entries.map(({ eventId }) => eventId));
}

async function lanesLeft(): Promise<readonly { url: string; inSeconds: number }[]> {
  const { rows } = await database.pool.query(
    `select url, extract(epoch from next_at - now())::float8 as "inSeconds" from cascade.waiting_lanes order by url`,
  );
  return rows;
}

test('events are claimed in the order in which they began to wait, as parcels of their new owner', async () => {
  await write(entry('b'), entry('a'));
  await write(entry('c'));
  const parcels = await claimByLanes(database.pool, { owner, visit: () => ({ room: 9, againInMs: 0 }) });
  expect(parcels).toMatchObject([
    { owner, isFresh: false, entries: ['b', 'a', 'c'].map((eventId) => ({ eventId, turn: 1 })) },
  ]);
  expect(await callbackRows.ownedBy(database.pool, owner)).toEqual(parcels.map(({ id }) => id));
  expect(await lanesLeft()).toEqual([]);
});

test('a lane gets what it has room for, and is looked into again for the rest', async () => {
  await many(100);
  expect(await claim(40, 5_000)).toHaveLength(40);
  const [left] = await lanesLeft();
  expect(left?.inSeconds).toBeGreaterThan(3);
  expect(await claim()).toEqual([]);
  await wakeLanes(database.pool, [lane]);
  expect(await claim()).toHaveLength(60);
});

test('a lane without room keeps its events, and is dated', async () => {
  await many(3);
  expect(await claim(0, hour)).toEqual([]);
  expect((await lanesLeft())[0]?.inSeconds).toBeGreaterThan(3_000);
});

test('a retry is not claimed before it is due, and brings the look into its lane forward', async () => {
  await write(entry('paused', { visitInMs: hour }));
  await write(entry('retry', { dueInMs: 60_000, visitInMs: null }));
  const [retry] = await lanesLeft();
  expect(retry?.inSeconds).toBeLessThan(61);
  await write(entry('later', { dueInMs: hour, visitInMs: null }));
  expect((await lanesLeft())[0]?.inSeconds).toBeLessThan(61);
  await wakeLanes(database.pool, [lane]);
  expect(await claim()).toEqual(['paused']);
  const [next] = await lanesLeft();
  expect(next?.inSeconds).toBeGreaterThan(50);
  expect(next?.inSeconds).toBeLessThan(61);
});

test('lanes are looked into by accounts and URLs, the longest due first', async () => {
  const other = { accountId: 2, url: lane.url };
  await write(entry('one'), entry('two', { url: 'https://second.example/' }), entry('three', other));
  const asked: unknown[] = [];
  const visit = (key: unknown): Visit => {
    asked.push(key);
    return { room: 9, againInMs: 0 };
  };
  await claimByLanes(database.pool, { owner, visit });
  expect(asked).toHaveLength(3);
  expect(asked).toEqual(
    expect.arrayContaining([expect.objectContaining(lane), expect.objectContaining(other)]),
  );
});

test('an account that registers has all of its lanes looked into, and no other account', async () => {
  const later = { visitInMs: hour };
  await write(entry('a', later), entry('b', { ...later, url: 'https://gone.example/' }));
  await write(entry('c', { ...later, accountId: 2 }));
  await wakeLanes(database.pool, [{ accountId: 1, url: null }]);
  expect((await claim()).toSorted()).toEqual(['a', 'b']);
});

test('replicas that claim at the same time get each event once', async () => {
  const all = Array.from({ length: 20 }, (_, n) => ({ accountId: n, url: lane.url }));
  await write(...all.flatMap((key) => [entry(`x-${key.accountId}`, key), entry(`y-${key.accountId}`, key)]));
  const rounds = Array.from({ length: 10 }, () => claim(1));
  const claimed = (await Promise.all(rounds)).flat();
  for (let more = await claim(1); more.length > 0; more = await claim(1)) claimed.push(...more);
  expect(claimed.toSorted()).toEqual(all.flatMap(({ accountId: n }) => [`x-${n}`, `y-${n}`]).toSorted());
});

test('what waits in a lane that is being emptied is not forgotten', async () => {
  await write(entry('first'));
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select from cascade.waiting_lanes for update');
  const writing = write(entry('second'));
  await client.query('delete from cascade.waiting');
  await client.query('delete from cascade.waiting_lanes');
  await client.query('commit');
  client.release();
  await writing;
  expect(await claim()).toEqual(['second']);
});

test('events whose time is over are claimed from lanes that nothing looks into', async () => {
  await write(entry('old', { visitInMs: hour, giveUpInMs: 0 }), entry('young', { visitInMs: hour }));
  expect(await findClaimable(database.pool)).toEqual({ parcels: false, lanes: false, expired: true });
  const [parcel] = await claimExpired(database.pool, owner, 10);
  expect(parcel?.entries).toEqual([{ eventId: 'old', turn: 1 }]);
  await callbackRows.free(database.pool, owner, [parcel?.id ?? '']);
  expect(await findClaimable(database.pool)).toEqual({ parcels: true, lanes: false, expired: false });
});

test('after the clock of the database was set back, events wait no longer than at first', async () => {
  await write(entry('now'), entry('later', { dueInMs: hour, visitInMs: null }));
  await setDatabaseBack(database.pool, 7_200);
  expect(await claim()).toEqual([]);
  expect(await rebaseWaiting(database.pool)).toBe(2);
  expect(await rebaseWaiting(database.pool)).toBe(0);
  expect(await claim()).toEqual(['now']);
  const [next] = await lanesLeft();
  expect(next?.inSeconds).toBeLessThanOrEqual(3_600);
});
