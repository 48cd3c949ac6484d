import { beforeEach, expect, test } from 'vitest';
import { booksOf } from '../testing/audit.ts';
import { withFirstJobs } from '../testing/job-table.ts';
import { addAccount } from '../testing/rows.ts';
import { withSilencedPool } from '../testing/silenced-pool.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { intakeItem, storedRequestIds } from '../testing/values.ts';
import { createIntake } from './create-intake.ts';

const database = withTestDatabase();
const silenced = withSilencedPool(database);
const firstJobs = withFirstJobs(database);
let accountId: number;

beforeEach(async () => {
  accountId = await addAccount(database.pool, { balance: 1_000 });
});

test.each(['answers', 'requests', 'both'] as const)(
  'a batch whose %s are swallowed is accepted all the same, once',
  async (swallowed) => {
    const intake = createIntake({
      pool: silenced.pool,
      idPool: database.pool,
      enqueue: firstJobs.enqueue,
      deadlineMs: 60_000,
    });
    expect(await intake.submit(intakeItem(accountId))).toBe('accepted');
    const items = Array.from({ length: 20 }, () => intakeItem(accountId));
    silenced.proxy.silence(swallowed);
    const verdicts = await Promise.all(items.map((item) => intake.submit(item)));
    expect(verdicts).toEqual(items.map(() => 'accepted'));
    const stored = await storedRequestIds(database.pool, accountId);
    expect(new Set(stored)).toEqual(
      new Set([...stored.slice(0, 1), ...items.map(({ requestId }) => requestId)]),
    );
    expect(stored).toHaveLength(items.length + 1);
    const books = await booksOf(database.pool, accountId);
    expect(books).toMatchObject({ balance: 1_000, reserved: 21 });
    expect(await firstJobs.ofMessages(database.pool, accountId)).toEqual(stored.map(() => 1));
  },
);

test('a batch whose commit is not answered has one job for each message', async () => {
  let isFirst = true;
  const intake = createIntake({
    pool: silenced.pool,
    idPool: database.pool,
    enqueue(accepted) {
      if (isFirst) silenced.proxy.silence('answers');
      isFirst = false;
      return firstJobs.enqueue(accepted);
    },
    deadlineMs: 60_000,
  });
  const items = Array.from({ length: 20 }, () => intakeItem(accountId));
  const verdicts = await Promise.all(items.map((item) => intake.submit(item)));
  expect(verdicts).toEqual(items.map(() => 'accepted'));
  expect(await firstJobs.ofMessages(database.pool, accountId)).toEqual(items.map(() => 1));
});

test('the other verdicts of a batch whose answer is lost are given anew', async () => {
  const intake = createIntake({
    pool: silenced.pool,
    idPool: database.pool,
    enqueue: firstJobs.enqueue,
    deadlineMs: 60_000,
  });
  const used = intakeItem(accountId);
  const poor = await addAccount(database.pool, { balance: 1 });
  expect(await intake.submit(used)).toBe('accepted');
  silenced.proxy.silence('answers');
  const verdicts = await Promise.all([
    intake.submit({ ...used }),
    intake.submit({ accountId, requestId: intakeItem(accountId).requestId }),
    intake.submit(intakeItem(poor)),
    intake.submit(intakeItem(poor)),
  ]);
  expect(verdicts).toEqual(['used', 'unused', 'accepted', 'unaffordable']);
});

test('a request gets its answer within its deadline, whatever the store does', async () => {
  const intake = createIntake({
    pool: silenced.pool,
    idPool: database.pool,
    enqueue: firstJobs.enqueue,
    deadlineMs: 1_000,
  });
  silenced.proxy.silenceAll();
  await expect(intake.submit(intakeItem(accountId))).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});
