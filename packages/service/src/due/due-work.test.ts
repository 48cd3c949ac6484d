import { randomUUID } from 'node:crypto';
import { resendDelay } from '@cascade/transition';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { silent } from '../log.ts';
import { createFairShare, partyOf } from '../sharing/fair-share.ts';
import { writeTogether } from '../store/prepared.ts';
import { freeWork, loneReplica } from '../testing/replicas.ts';
import { setDatabaseBack } from '../testing/rows.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { DueWork } from './due-work.ts';
import {
  claimStages,
  firstStages,
  rebaseStages,
  type StageParcel,
  stageParcels,
  stageRows,
} from './stage-parcels.ts';

const database = withTestDatabase();
const patience = { timeout: 60_000, interval: 10 };

beforeEach(() => database.pool.query('truncate cascade.stage_parcels'));

interface Settings {
  /** Resolves to what is left of the parcel. */
  readonly run: (parcel: StageParcel) => Promise<readonly StageParcel[]>;
  readonly capacity?: number;
  readonly closed?: (accountIds: readonly number[]) => readonly string[];
  readonly breaks?: () => number;
}

function start({ run, capacity = 4_096, closed = () => [], breaks = () => 0 }: Settings): Stages {
  const { pool } = database;
  const stages = new DueWork({
    pool,
    replica: loneReplica(),
    log: silent,
    breaks,
    rows: stageRows,
    share: createFairShare(capacity),
    pauseMs: { shortest: 5, longest: 20 },
  });
  stages.start({
    claim: (owner, { held, notNow }) =>
      claimStages(pool, owner, { accounts: notNow, gateways: closed(held) }),
    perform: (parcels) => parcels.map(run),
  });
  onTestFinished(() => stages.stop());
  return stages;
}

type Stages = DueWork<StageParcel>;

/** Some messages of a parcel, which its gateway had no room for, or failed with. */
function leftOf(parcel: StageParcel, messageIds: readonly number[], changed: Partial<StageParcel> = {}) {
  if (messageIds.length === 0) return [];
  return [{ ...parcel, id: randomUUID(), messageIds, startAt: null, delayMs: 0, ...changed }];
}

const stagesOf = (accountId: number, from: number, count: number, startAt: Date | null = null) =>
  firstStages(
    Array.from({ length: count }, (_, n) => ({ accountId, messageId: from + n, startAt, isHeavy: false })),
  );

/** As another replica writes it, which has no room. */
const leave = (parcels: readonly StageParcel[]) =>
  writeTogether(
    database.pool,
    stageRows.write(parcels, () => null),
  );

/** As the intake does. */
async function write(stages: Stages, parcels: readonly StageParcel[]): Promise<void> {
  const written = stages.enlist(parcels);
  await writeTogether(database.pool, written.parts);
  written.committed();
}

const rows = async (where = 'true') =>
  (await database.pool.query(`select * from cascade.stage_parcels where ${where}`)).rows;

test('messages of an account that are due together share parcels of at most 32; heavy ones are alone', () => {
  const startAt = new Date(1_000);
  expect(stagesOf(1, 0, 70).map(({ messageIds }) => messageIds.length)).toEqual([32, 32, 6]);
  const one = { queue: 'stage', accountId: 1, position: 1, delaySeconds: 0, isHeavy: false } as const;
  const parcels = stageParcels([
    { ...one, messageId: 1 },
    { ...one, messageId: 2, startAt },
    { ...one, messageId: 3, accountId: 2 },
    { ...one, messageId: 4, position: 2 },
    { ...one, messageId: 5, queue: 'timer', delaySeconds: 60, isHeavy: true },
    { ...one, messageId: 6, queue: 'timer', delaySeconds: 60 },
    { ...one, messageId: 7, isHeavy: true },
    { ...one, messageId: 8, isHeavy: true },
    { ...one, messageId: 9 },
  ]);
  expect(parcels.map(({ messageIds }) => messageIds)).toEqual([[1, 9], [2], [3], [4], [5, 6], [7], [8]]);
});

test('what this replica writes it does from memory; what is due later, and what others left, is claimed', async () => {
  const done: number[] = [];
  const runner = start({
    async run({ messageIds }) {
      done.push(...messageIds);
      return [];
    },
  });
  await write(runner, stagesOf(1, 1, 3));
  expect(done).toEqual([1, 2, 3]);
  await leave(stagesOf(2, 11, 2));
  await leave(stagesOf(2, 21, 2, new Date(Date.now() + 3_600_000)));
  await vi.waitFor(() => expect(done).toEqual([1, 2, 3, 11, 12]), patience);
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1), patience);
  await database.pool.query('update cascade.stage_parcels set due_at = now()');
  await vi.waitFor(async () => expect(await rows()).toHaveLength(0), patience);
  expect(done.slice(5)).toEqual([21, 22]);
});

test('what fails is tried again later, with the time doubled up to a minute; what is done is not', async () => {
  const begin = Date.now();
  const runner = start({
    run: async (parcel) => leftOf(parcel, [2], { gateway: 'SMS', tries: 1, delayMs: resendDelay(0) }),
  });
  await write(runner, stagesOf(1, 1, 3));
  await vi.waitFor(async () => expect(await rows('owner is null')).toHaveLength(1), patience);
  const [row] = await rows();
  expect(row).toMatchObject({ message_ids: [2], tries: 1, gateway: 'SMS', is_taken: false });
  expect(row.due_at.getTime()).toBeGreaterThan(begin);
});

test('what a gateway had no room for waits until it has, for an hour at the longest', async () => {
  let closed = ['CHATTWO'];
  const done: number[] = [];
  const runner = start({
    closed: () => closed,
    async run(parcel) {
      const { messageIds } = parcel;
      done.push(...messageIds);
      const refused = closed.length > 0 ? messageIds.filter((id) => id < 10) : [];
      return leftOf(parcel, refused, { gateway: 'CHATTWO' });
    },
  });
  await write(runner, stagesOf(1, 1, 2));
  await leave(stagesOf(2, 11, 2));
  await vi.waitFor(() => expect(done).toEqual([1, 2, 11, 12]), patience);
  await vi.waitFor(async () => expect(await rows()).toMatchObject([{ gateway: 'CHATTWO' }]), patience);
  // Claimed later than what waits would be, if that could be claimed.
  for (const later of [13, 14]) {
    await leave(stagesOf(2, later, 1));
    await vi.waitFor(() => expect(done).toContain(later), patience);
  }
  expect(done).toEqual([1, 2, 11, 12, 13, 14]);
  await database.pool.query("update cascade.stage_parcels set due_at = now() - interval '61 minutes'");
  await vi.waitFor(() => expect(done.slice(6)).toEqual([1, 2]), patience);
  closed = [];
  await vi.waitFor(async () => expect(await rows()).toHaveLength(0), patience);
  expect(done.slice(8)).toEqual([1, 2]);
});

test('what an account has no room for at a gateway is not claimed, and that of others is', async () => {
  const full = partyOf(1, 'CHATTWO');
  let closed = [full];
  let asked: readonly number[] = [];
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  const runner = start({
    closed(accountIds) {
      asked = accountIds;
      return closed;
    },
    async run({ accountId, position }) {
      if (position === 9) await gate.promise;
      else done.push(`${accountId}`);
      return [];
    },
  });
  onTestFinished(() => gate.resolve());
  const waiting = (accountId: number, gateway: string) =>
    stagesOf(accountId, 1, 1).map((parcel) => ({ ...parcel, gateway }));
  await write(
    runner,
    stagesOf(7, 1, 1).map((parcel) => ({ ...parcel, position: 9 })),
  );
  await leave([...waiting(1, 'CHATTWO'), ...waiting(1, 'SMS'), ...waiting(11, 'CHATTWO')]);
  await vi.waitFor(() => expect(done.toSorted()).toEqual(['1', '11']), patience);
  expect(await rows("owner is null and gateway = 'CHATTWO'")).toMatchObject([{ account_id: 1 }]);
  await vi.waitFor(() => expect(asked).toEqual([7]), patience);
  closed = [];
  await vi.waitFor(() => expect(done).toHaveLength(3), patience);
});

test('40,000 messages of one account at one instant do not hold up those of another', async () => {
  const gate = Promise.withResolvers<readonly StageParcel[]>();
  const underWay = { mine: 0, yours: 0, immediate: 0 };
  const runner = start({
    run({ accountId, messageIds }) {
      if (accountId === 1) underWay.mine += messageIds.length;
      else if (accountId === 2) underWay.yours += messageIds.length;
      else underWay.immediate += messageIds.length;
      return accountId === 1 ? gate.promise : Promise.resolve([]);
    },
  });
  onTestFinished(() => gate.resolve([]));
  const at = new Date();
  await leave(stagesOf(1, 1, 40_000, at));
  await vi.waitFor(() => expect(underWay.mine).toBeGreaterThan(500), patience);
  // Due at the same time, and written after them; and a message that is accepted now.
  await leave(stagesOf(2, 100_001, 100, at));
  await vi.waitFor(() => expect(underWay.yours).toBe(100), patience);
  await write(runner, stagesOf(3, 200_001, 1));
  await vi.waitFor(() => expect(underWay.immediate).toBe(1), patience);
  // A claim may exceed the share by what it takes at once.
  expect(underWay.mine).toBeLessThanOrEqual(615 + 288);
  await database.pool.query('delete from cascade.stage_parcels where owner is null');
});

test('work whose owner was released while it was done is left to the next owner', async () => {
  const gate = Promise.withResolvers<void>();
  const runner = start({ run: (parcel) => gate.promise.then(() => leftOf(parcel, [1], { tries: 1 })) });
  const parcels = stagesOf(1, 1, 1);
  await write(runner, parcels);
  await freeWork(database.pool);
  await database.pool.query('update cascade.stage_parcels set owner = 999999');
  gate.resolve();
  await vi.waitFor(() => expect(runner.underWay).toBe(0), patience);
  expect(await rows()).toMatchObject([{ id: parcels[0]?.id, owner: 999_999, tries: 0 }]);
});

test('a stop waits for no commit of others, which may need what the stop keeps', async () => {
  const runner = start({ run: async () => [] });
  await write(runner, stagesOf(1, 1, 1));
  const ofReceipt = runner.enlist([]);
  await runner.stop();
  expect(await rows()).toEqual([]);
  ofReceipt.committed();
});

test('what has ended gives its place to others before its row is deleted', async () => {
  const gate = Promise.withResolvers<readonly StageParcel[]>();
  const done: number[] = [];
  const runner = start({
    capacity: 1,
    async run({ messageIds }) {
      if (messageIds.includes(1)) await gate.promise;
      done.push(...messageIds);
      return [];
    },
  });
  await write(runner, stagesOf(1, 1, 1));
  const client = await database.pool.connect();
  onTestFinished(() => client.release(true));
  await client.query('begin');
  await client.query('select * from cascade.stage_parcels for update');
  gate.resolve([]);
  await vi.waitFor(() => expect(done).toEqual([1]), patience);
  await write(runner, stagesOf(2, 2, 1));
  await vi.waitFor(() => expect(done).toEqual([1, 2]), patience);
  await client.query('commit');
  await vi.waitFor(async () => expect(await rows()).toEqual([]), patience);
});

test('while the rows of thousands of parcels cannot be deleted, what is written has no owner', async () => {
  let done = 0;
  const runner = start({
    async run() {
      done += 1;
      return [];
    },
  });
  const many = firstStages(
    Array.from({ length: 4_096 }, (_, n) => ({ accountId: 1, messageId: n, startAt: null, isHeavy: true })),
  );
  const written = runner.enlist(many);
  await writeTogether(database.pool, written.parts);
  const client = await database.pool.connect();
  onTestFinished(() => client.release(true));
  await client.query('begin');
  await client.query('select * from cascade.stage_parcels for update');
  written.committed();
  await vi.waitFor(() => expect(done).toBe(4_096), patience);
  // A pass has taken them along, and waits.
  await vi.waitFor(() => expect(runner.underWay).toBe(4_096), patience);
  expect(runner.enlist(stagesOf(2, 10_000, 1)).own).toEqual([]);
  await client.query('commit');
  // The pass hears of the deletion after the table shows it.
  await vi.waitFor(() => expect(runner.enlist(stagesOf(2, 10_001, 1)).own).toHaveLength(1), patience);
  expect(await rows()).toEqual([]);
});

test('after a lost connection, work is done again: it may be lost with a former server', async () => {
  let breaks = 0;
  let runs = 0;
  const runner = start({
    breaks: () => breaks,
    async run() {
      runs += 1;
      if (runs === 1) breaks += 1;
      return [];
    },
  });
  await write(runner, stagesOf(1, 1, 1));
  await vi.waitFor(async () => expect(await rows()).toEqual([]), patience);
  expect(runs).toBe(2);
});

test('work that fails as it must not is done again, and ends nothing else', async () => {
  let runs = 0;
  const runner = start({
    async run() {
      runs += 1;
      if (runs === 1) throw new Error('a mistake');
      return [];
    },
  });
  await write(runner, stagesOf(1, 1, 1));
  await vi.waitFor(async () => expect(await rows()).toEqual([]), patience);
  expect(runs).toBe(2);
});

test('places that are given back while work goes on are others at once', async () => {
  const gate = Promise.withResolvers<void>();
  const share = createFairShare(8);
  const done: number[] = [];
  const stages = new DueWork({
    pool: database.pool,
    replica: loneReplica(),
    log: silent,
    breaks: () => 0,
    rows: stageRows,
    share,
  });
  const frees: (() => void)[] = [];
  stages.start({
    claim: async () => ({ parcels: [], isMore: false }),
    perform: (parcels, free) =>
      parcels.map(async (parcel) => {
        frees.push(() => free(parcel, 1));
        await gate.promise;
        done.push(...parcel.messageIds);
        return [];
      }),
  });
  onTestFinished(() => stages.stop());
  onTestFinished(() => gate.resolve());
  await write(stages, stagesOf(1, 1, 8));
  expect(share.used).toBe(8);
  for (const free of frees) free();
  expect(share.used).toBe(7);
  gate.resolve();
  await vi.waitFor(() => expect(share.used).toBe(0), patience);
  expect(done).toHaveLength(8);
});

test('work that was written without an answer is found, and done', async () => {
  const done: number[] = [];
  const runner = start({
    async run({ messageIds }) {
      done.push(...messageIds);
      return [];
    },
  });
  const parcels = stagesOf(1, 1, 1);
  const written = runner.enlist(parcels);
  await writeTogether(database.pool, written.parts);
  written.notCommitted();
  await vi.waitFor(() => expect(done).toEqual([1]), patience);
});

test('after the clock was set back, delays wait no longer than at first, and start times stay', async () => {
  const startAt = new Date(Date.now() + 7_200_000);
  const timer = { queue: 'timer', accountId: 1, messageId: 1, position: 1, isHeavy: false } as const;
  await leave([...stageParcels([{ ...timer, delaySeconds: 60 }]), ...stagesOf(1, 1, 1, startAt)]);
  await setDatabaseBack(database.pool, 3_600);
  expect(await rebaseStages(database.pool)).toBe(2);
  const minutes = await database.pool.query(
    'select queue, round(extract(epoch from due_at - now()) / 60)::integer as minutes from cascade.stage_parcels order by queue',
  );
  // The start time is the caller's.
  expect(minutes.rows).toEqual([
    { queue: 'stage', minutes: 120 },
    { queue: 'timer', minutes: 1 },
  ]);
  expect(await rebaseStages(database.pool)).toBe(0);
});

const claimAll = () => claimStages(database.pool, 78, { accounts: [], gateways: [] });

test.each<[string, (parcel: StageParcel) => Promise<unknown>]>([
  ['the first stage of a message', (parcel) => leave([parcel])],
  ['a later stage', (parcel) => leave([{ ...parcel, position: 2 }])],
  ['what a gateway refused', (parcel) => leave([{ ...parcel, gateway: 'SMS' }])],
  [
    'what was claimed, and whose owner died',
    async (parcel) => {
      const startAt = new Date(Date.now() - 1_000);
      await leave([{ ...parcel, startAt }]);
      // Accepted long before its start time.
      await database.pool.query(
        "update cascade.stage_parcels set written_at = written_at - interval '1 hour'",
      );
      await claimAll();
      await database.pool.query('update cascade.stage_parcels set owner = null');
    },
  ],
])('after the clock was set back, %s is claimed at once', async (_, prepare) => {
  const [parcel] = stagesOf(1, 1, 1);
  if (parcel === undefined) throw new Error('no parcel');
  await prepare(parcel);
  await setDatabaseBack(database.pool, 7_200);
  expect((await claimAll()).parcels).toEqual([]);
  await rebaseStages(database.pool);
  expect((await claimAll()).parcels).toHaveLength(1);
});
