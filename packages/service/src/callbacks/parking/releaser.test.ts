import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Jobs, openJobs } from '../../jobs/open-jobs.ts';
import { queues } from '../../jobs/queues.ts';
import { inTransaction } from '../../store/transaction.ts';
import { addAccount } from '../../testing/callback-accounts.ts';
import { heardLog } from '../../testing/heard-log.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import { parkCallbacks } from './park-callbacks.ts';
import { createReleaser, type Releaser } from './releaser.ts';

const database = withTestDatabase();
const url = 'https://receiver.example/status';
const log = heardLog();
const patient = { timeout: 20_000, interval: 20 };
const long = 3_600_000;
let jobs: Jobs;
let account: number;
let releaser: Releaser | undefined;
let time = 0;

beforeAll(async () => {
  jobs = await openJobs({ connectionString: database.connectionString, shard: database.shard });
});

beforeEach(async () => {
  await database.pool.query('delete from cascade.parked_callbacks');
  await jobs.boss.deleteAllJobs(queues.callback);
  account = await addAccount(database.pool, { url });
});

afterEach(async () => {
  await releaser?.stop();
  releaser = undefined;
});

afterAll(() => jobs.close());

function start(hasRoom: () => boolean = () => true): Releaser {
  releaser = createReleaser({
    pool: database.pool,
    jobs,
    log,
    now: () => time,
    hasRoom,
    pauseMs: { busy: 20, idle: 20 },
  });
  return releaser;
}

async function park(count: number, delayMs = long, accountId = account): Promise<void> {
  const list = Array.from({ length: count }, (_, at) => ({
    ...{ eventId: `evt_${at}`, turn: 1, accountId, url, delayMs },
  }));
  await inTransaction(database.pool, (client) => parkCallbacks(client, list));
}

async function parkedLeft(accountId = account): Promise<number> {
  const sql = 'select count(*) from cascade.parked_callbacks where account_id = $1';
  return (await database.pool.query<{ count: number }>(sql, [accountId])).rows[0]?.count ?? 0;
}

const allAreBack = (accountId = account) =>
  vi.waitFor(async () => expect(await parkedLeft(accountId)).toBe(0), patient);

test('all events of a receiver that answers return, in several passes', async () => {
  await park(1_000);
  start().recovered({ accountId: account, url, inMs: 0, room: () => 1_000 });
  await allAreBack();
});

test('no more return once it does not answer any longer', async () => {
  await park(1_000);
  let asked = 0;
  const room = () => {
    asked += 1;
    return asked <= 2 ? 1_000 : undefined;
  };
  start().recovered({ accountId: account, url, inMs: 0, room });
  await vi.waitFor(() => expect(asked).toBe(3), patient);
  await releaser?.stop();
  expect(await parkedLeft()).toBe(1_000 - 2 * 128);
});

test('a receiver gets no more at once than it takes, and the others when it takes more', async () => {
  await park(100);
  let room = 3;
  start().recovered({ accountId: account, url, inMs: 0, room: () => room-- });
  await vi.waitFor(() => expect(room).toBeLessThan(0), patient);
  expect(await parkedLeft()).toBe(100 - 6);
  room = 1_000;
  await allAreBack();
});

test('a receiver with many does not keep those of another', async () => {
  const other = await addAccount(database.pool, { url });
  await park(5_000);
  await park(3, long, other);
  let [rounds, hasOther] = [0, false];
  const started = start();
  const count = () => {
    rounds += 1;
    return 1_000;
  };
  started.recovered({ accountId: account, url, inMs: 0, room: count });
  started.recovered({ accountId: other, url, inMs: 0, room: () => 1_000 });
  await vi.waitFor(async () => {
    hasOther = (await parkedLeft(other)) === 0;
    expect(hasOther).toBe(true);
  }, patient);
  expect(rounds).toBeLessThan(5_000 / 128);
});

test('an account that registers a URL has some return, and not again for five seconds', async () => {
  await park(100);
  const started = start();
  started.renewed(account);
  await vi.waitFor(async () => expect(await parkedLeft()).toBe(100 - 32), patient);
  started.renewed(account);
  started.renewed(account);
  await park(1, 0);
  time += 4_999;
  // What is due is back in a later pass, so the renewal had its chance.
  await vi.waitFor(async () => expect(await parkedLeft()).toBe(100 - 32), patient);
  await park(1, 0);
  await vi.waitFor(async () => expect(await parkedLeft()).toBe(100 - 32), patient);
  time += 1;
  await vi.waitFor(async () => expect(await parkedLeft()).toBe(100 - 64), patient);
});

test('what is due returns without a request', async () => {
  await park(300, 0);
  start();
  await allAreBack();
});

test('while the process is full, nothing returns', async () => {
  await park(10, 0);
  let [hasRoom, asked] = [false, 0];
  start(() => {
    asked += 1;
    return hasRoom;
  });
  await vi.waitFor(() => expect(asked).toBeGreaterThan(3), patient);
  expect(await parkedLeft()).toBe(10);
  hasRoom = true;
  await allAreBack();
});

test('goes on after an error of the store', async () => {
  await park(3, 0);
  await database.pool.query('alter table cascade.parked_callbacks rename to hidden');
  start();
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalled(), patient);
  await database.pool.query('alter table cascade.hidden rename to parked_callbacks');
  await allAreBack();
});
