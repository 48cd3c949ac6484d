import { afterEach, beforeEach, expect, test } from 'vitest';
import { callbackParcels, callbackRows } from '../due/callback-parcels.ts';
import { silent } from '../log.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { writeTogether } from './prepared.ts';
import { joinReplicas, type Replica } from './replica.ts';

const database = withTestDatabase();
const started: TestedReplica[] = [];
let time = 0;

beforeEach(async () => {
  time = 0;
  await database.pool.query('delete from cascade.replicas; delete from cascade.callback_parcels');
});

afterEach(async () => {
  for (const { replica } of started.splice(0)) await replica.leave();
});

interface TestedReplica {
  readonly replica: Replica;
  /** Resolves after one more beat. */
  beat(): Promise<void>;
}

/** A replica that beats when the test says so. */
async function start(pool = database.pool): Promise<TestedReplica> {
  let beatNow = () => {};
  let waits = Promise.withResolvers<void>();
  const pause = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      beatNow = resolve;
      signal.addEventListener('abort', () => resolve());
      waits.resolve();
    });
  const replica = await joinReplicas({ pool, log: silent, now: () => time, pause });
  const tested = {
    replica,
    async beat() {
      await waits.promise;
      waits = Promise.withResolvers();
      beatNow();
      await waits.promise;
    },
  };
  started.push(tested);
  return tested;
}

/** Seconds pass, in each of which these replicas beat. */
async function pass(seconds: number, ...beating: readonly TestedReplica[]): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    time += 1_000;
    for (const { beat } of beating) await beat();
  }
}

async function living(): Promise<readonly number[]> {
  const { rows } = await database.pool.query<{ id: number }>('select id from cascade.replicas');
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

const idsOf = (...replicas: readonly TestedReplica[]) =>
  replicas.map(({ replica }) => replica.id).sort((a, b) => a - b);

test('a replica that beats holds what is its own, for hours', async () => {
  const one = await start();
  const other = await start();
  const { id } = one.replica;
  await pass(100, one, other);
  expect(one.replica.holds(id)).toBe(true);
  expect(one.replica.holds(other.replica.id)).toBe(false);
  expect(await living()).toEqual(idsOf(one, other));
});

test('a silent replica stops to trust itself before another one releases it', async () => {
  const stalled = await start();
  const other = await start();
  const { id } = stalled.replica;
  await pass(3, stalled, other);
  await pass(6, other);
  expect(stalled.replica.holds(id)).toBe(true);
  await pass(1, other);
  expect(stalled.replica.holds(id)).toBe(false);
  await pass(2, other);
  expect(await living()).toEqual(idsOf(stalled, other));
  await pass(1, other);
  expect(await living()).toEqual(idsOf(other));
});

test('a replica that was released has another id when it wakes up', async () => {
  const stalled = await start();
  const other = await start();
  const { id } = stalled.replica;
  await pass(12, other);
  await stalled.beat();
  expect(stalled.replica.id).not.toBe(id);
  expect(stalled.replica.holds(id)).toBe(false);
  expect(stalled.replica.holds(stalled.replica.id)).toBe(true);
  expect(await living()).toEqual(idsOf(stalled, other));
});

test('after an outage in which none could beat, no replica is released', async () => {
  const one = await start();
  const other = await start();
  // In this order, `one` has seen the last beat of the other.
  await pass(5, other, one);
  time += 60_000;
  await one.beat();
  await pass(9, one);
  expect(await living()).toEqual(idsOf(one, other));
  await other.beat();
  await pass(20, one, other);
  expect(await living()).toEqual(idsOf(one, other));
});

test('a replica that is dead is released, although each beat of the others takes seconds', async () => {
  const one = await start();
  const dead = await start();
  await pass(2, dead, one);
  for (let beat = 0; beat < 3; beat += 1) {
    time += 4_000;
    await one.beat();
  }
  expect(await living()).toEqual(idsOf(one, dead));
  time += 4_000;
  await one.beat();
  expect(await living()).toEqual(idsOf(one));
});

test('a replica that beats right before it is released stays', async () => {
  const { pool } = database;
  const beating = new Proxy(pool, {
    get: (target, name) =>
      name === 'query'
        ? async (query: { readonly text: string }) => {
            if (query.text.includes('delete from cascade.replicas'))
              await pool.query('update cascade.replicas set beats = beats + 1');
            return pool.query(query);
          }
        : Reflect.get(target, name),
  });
  const one = await start(beating);
  const other = await start();
  await pass(12, one);
  expect(await living()).toEqual(idsOf(one, other));
});

test('a replica that leaves is gone at once', async () => {
  const one = await start();
  const other = await start();
  await one.replica.leave();
  expect(await living()).toEqual(idsOf(other));
});

/** Writes work that the replica of that id owns. */
async function own(id: number): Promise<void> {
  const parcels = callbackParcels([{ accountId: 1, eventId: 'evt_1', turn: 0 }]);
  await writeTogether(
    database.pool,
    callbackRows.write(parcels, () => id),
  );
}

async function owners(): Promise<readonly (number | null)[]> {
  const { rows } = await database.pool.query(
    'select owner from cascade.callback_parcels order by written_at, id',
  );
  return rows.map(({ owner }) => owner);
}

test('work of a silent replica is free after ten seconds, and what it writes after that with the next beat', async () => {
  const stalled = await start();
  const other = await start();
  const { id } = stalled.replica;
  await pass(3, stalled, other);
  await own(other.replica.id);
  await own(id);
  await pass(9, other);
  expect(await owners()).toEqual([other.replica.id, id]);
  await pass(1, other);
  expect(await owners()).toEqual([other.replica.id, null]);
  await own(id);
  await pass(1, other);
  expect(await owners()).toEqual([other.replica.id, null, null]);
});

test('a replica that leaves leaves its work to the others', async () => {
  const one = await start();
  const other = await start();
  await own(one.replica.id);
  await own(other.replica.id);
  await one.replica.leave();
  expect(await owners()).toEqual([null, other.replica.id]);
});
