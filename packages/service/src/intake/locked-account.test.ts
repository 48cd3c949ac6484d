import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { isStoreAway } from '../http/store-failure.ts';
import { withFirstJobs, written } from '../testing/job-table.ts';
import { addAccount } from '../testing/rows.ts';
import { withSilencedPool } from '../testing/silenced-pool.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { intakeItem, storedRequestIds } from '../testing/values.ts';
import { createIntake, type Intake } from './create-intake.ts';

const database = withTestDatabase();
const limited = withSilencedPool(database, { lock: 300, answer: 0 });
const firstJobs = withFirstJobs(database);
let intake: Intake;
let locked: number;
let free: number;

beforeEach(async () => {
  locked = await addAccount(database.pool, { balance: 1_000 });
  free = await addAccount(database.pool, { balance: 1_000 });
  intake = createIntake({
    pool: limited.pool,
    idPool: database.pool,
    enqueue: firstJobs.enqueue,
    deadlineMs: 60_000,
  });
});

/** Locks an account as an operator's forgotten session does; returns what unlocks it. */
async function lock(accountId: number): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  let isHeld = true;
  const unlock = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('rollback');
    client.release();
  };
  onTestFinished(unlock);
  await client.query('begin');
  await client.query('select from cascade.accounts where id = $1 for update', [accountId]);
  return unlock;
}

const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

test('a locked account gets its answer after a moment, and the other accounts of its batch do not wait', async () => {
  await lock(locked);
  const refused = Array.from({ length: 5 }, () => failureOf(intake.submit(intakeItem(locked))));
  const accepted = Array.from({ length: 5 }, () => intake.submit(intakeItem(free)));
  expect(await Promise.all(accepted)).toEqual(accepted.map(() => 'accepted'));
  const [error] = await Promise.all(refused);
  expect(error).toMatchObject({ code: '55P03' });
  expect(isStoreAway(error)).toBe(true);
  expect(await storedRequestIds(database.pool, locked)).toEqual([]);
});

test('a request that waits for its account is accepted when the account is free', async () => {
  const unlock = await lock(locked);
  const first = failureOf(intake.submit(intakeItem(locked)));
  const item = intakeItem(locked);
  await first;
  await unlock();
  expect(await intake.submit(item)).toBe('accepted');
  expect(await storedRequestIds(database.pool, locked)).toEqual([item.requestId]);
});

test('a request is accepted although its account is locked for longer than one wait for a lock', async () => {
  const unlock = await lock(locked);
  let tries = 0;
  const patient = createIntake({
    pool: limited.pool,
    idPool: database.pool,
    enqueue(candidates) {
      tries += 1;
      // The batch that did not wait, a wait that has ended, and the next one.
      if (tries === 3) void unlock();
      return firstJobs.enqueue(candidates);
    },
  });
  expect(await patient.submit(intakeItem(locked))).toBe('accepted');
  expect(tries).toBe(3);
});

test('a message is accepted after the wait for its account: who read the history meanwhile has not seen it', async () => {
  const patient = createIntake({ pool: database.pool, enqueue: firstJobs.enqueue });
  const unlock = await lock(locked);
  const verdict = patient.submit(intakeItem(locked));
  const waiting = `select clock_timestamp() as now from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const read = await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query<{ now: Date }>(waiting);
      expect(rows).toHaveLength(1);
      return rows[0]?.now;
    },
    { timeout: 20_000, interval: 5 },
  );
  await unlock();
  expect(await verdict).toBe('accepted');
  const { rows } = await database.pool.query(
    'select accepted_at > $2 as "isLater" from cascade.messages where account_id = $1',
    [locked, read],
  );
  expect(rows).toEqual([{ isLater: true }]);
});

test('a locked account keeps its requests in order, and is asked whether a request id is used', async () => {
  const item = intakeItem(locked);
  expect(await intake.submit(item)).toBe('accepted');
  await lock(locked);
  expect(await intake.submit({ accountId: locked, requestId: item.requestId })).toBe('used');
  expect(await intake.submit({ ...item })).toBe('used');
});

test('many locked accounts take turns, and do not keep the others', async () => {
  const accounts = await Promise.all(
    Array.from({ length: 12 }, () => addAccount(database.pool, { balance: 10 })),
  );
  for (const account of accounts) await lock(account);
  const refused = accounts.map((account) => failureOf(intake.submit(intakeItem(account))));
  for (let round = 0; round < 5; round += 1) expect(await intake.submit(intakeItem(free))).toBe('accepted');
  for (const error of await Promise.all(refused)) expect(error).toMatchObject({ code: '55P03' });
  await intake.drained();
  expect(intake.waiting).toBe(0);
});

test('a request that had to wait for its account is counted once', async () => {
  const sizes: number[] = [];
  const onCommit = (size: number) => void sizes.push(size);
  const counting = createIntake({ pool: database.pool, enqueue: () => written(), onCommit });
  const unlock = await lock(locked);
  const waiting = [locked, locked, free].map((accountId) => counting.submit(intakeItem(accountId)));
  await waiting[2];
  await unlock();
  expect(await Promise.all(waiting)).toEqual(['accepted', 'accepted', 'accepted']);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3);
});

test('a request that had to wait for its account has one job, and a refused one has none', async () => {
  const patient = createIntake({ pool: database.pool, enqueue: firstJobs.enqueue });
  const unlock = await lock(locked);
  const waiting = Array.from({ length: 20 }, (_, n) =>
    patient.submit(intakeItem(n % 2 === 0 ? locked : free)),
  );
  await waiting[1];
  await unlock();
  const poor = await addAccount(database.pool, { balance: 1 });
  expect(await patient.submit(intakeItem(poor))).toBe('accepted');
  expect(await patient.submit(intakeItem(poor))).toBe('unaffordable');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['accepted']));
  const jobs = [locked, free].map((accountId) => firstJobs.ofMessages(database.pool, accountId));
  expect((await Promise.all(jobs)).flat()).toEqual(Array.from({ length: 20 }, () => 1));
  expect(await firstJobs.withoutMessage(database.pool)).toBe(0);
});
