import { randomUUID } from 'node:crypto';
import { exchange, head } from '@cascade/repository/test-kit/vitest';
import { expect, onTestFinished, test, vi } from 'vitest';
import { applyAccounts } from '../accounts/apply/apply-accounts.ts';
import { createAccountDirectory } from '../accounts/directory/account-directory.ts';
import { createScheduleMessage } from '../api/schedule-message.ts';
import { createIntake, type Intake } from '../intake/create-intake.ts';
import { anAccount, declare } from '../testing/declare.ts';
import { written } from '../testing/job-table.ts';
import { startServer } from '../testing/start-server.ts';
import { withTestDatabase } from '../testing/test-database.ts';

const database = withTestDatabase();

/** A server on a store with one account. */
async function start(intake: Intake, settings: object = {}) {
  const account = anAccount('shop', { balance: 1_000, settings });
  await applyAccounts(database.pool, declare(account));
  const directory = createAccountDirectory({ pool: database.pool });
  await directory.ready();
  onTestFinished(() => directory.close());
  return startServer(createScheduleMessage(intake), { directory });
}

const intakeOf = (queueLimit: number) =>
  createIntake({ pool: database.pool, enqueue: () => written(), queueLimit });

async function send(url: string) {
  const answer = await fetch(`${url}/api/cascade/schedule`, {
    method: 'POST',
    headers: { 'x-api-key': 'shop-key', 'content-type': 'application/json' },
    body: JSON.stringify({
      requestId: randomUUID(),
      cascadeId: 2002,
      subscriberFilter: { address: '+12025550199', type: 'PHONE' },
      content: { smsContent: { contentType: 'TEXT', text: randomUUID() } },
    }),
  });
  const { title } = Object(await answer.json());
  return { status: answer.status, title, retryAfter: answer.headers.get('retry-after') };
}

/** Every commit waits for a connection until it is released. */
function stallingStore() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const connect = () => released.then(() => database.pool.connect());
  return { pool: Object.assign(Object.create(database.pool), { connect }), release };
}

test('while the store stalls, the queue fills up, further requests get 503, and all waiting requests complete later', async () => {
  const { pool, release } = stallingStore();
  const intake = createIntake({
    pool,
    idPool: database.pool,
    enqueue: () => written(),
    queueLimit: 3,
    deadlineMs: 120_000,
  });
  const { url, complaints } = await start(intake);
  const submit = vi.spyOn(intake, 'submit');
  const first = send(url);
  await vi.waitFor(() => expect(submit).toHaveBeenCalledOnce(), 60_000);
  // It has left the queue: its commit is blocked.
  await vi.waitFor(() => expect(intake.waiting).toBe(0), 60_000);
  const others = Array.from({ length: 8 }, () => send(url));
  await vi.waitFor(() => expect(complaints).toHaveLength(5), 60_000);
  release();
  expect(await first).toMatchObject({ status: 200 });
  const answers = await Promise.all(others);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  const refused = { status: 503, title: 'service-unavailable', retryAfter: '1' };
  expect(answers.filter(({ status }) => status !== 200)).toEqual(Array(5).fill(refused));
  expect(await send(url)).toMatchObject({ status: 200 });
});

test('above the rate limit of its account a request gets 429, and the others succeed', async () => {
  const { url } = await start(intakeOf(1_000), { limits: { requestsPerSecond: 1 } });
  const answers = await Promise.all(Array.from({ length: 40 }, () => send(url)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(10);
  expect(new Set(refused)).toEqual(
    new Set(refused.map(() => ({ status: 429, title: 'too-many-requests', retryAfter: '1' }))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(40 - refused.length);
});

test('a message that admission refuses gets 503 before its body is sent, with the time to ask again', async () => {
  const asked: number[] = [];
  const admission = (path: string) => ({
    path,
    refusal(accountId: number) {
      asked.push(accountId);
      return 3;
    },
  });
  const refusing = await startServer(() => ({ body: {} }), { admission: admission('/api/cascade/schedule') });
  const received = await exchange(refusing.url, head('Content-Length: 100', 'Connection: close'));
  expect(received).toMatch(/^HTTP\/1.1 503 .*"title":"service-unavailable"/s);
  expect(received).toMatch(/^retry-after: 3\r$/im);
  const other = await startServer(() => ({ body: {} }), { admission: admission('/api/cascade/get-all') });
  expect(await exchange(other.url, `${head('Content-Length: 2', 'Connection: close')}{}`)).toMatch(
    /^HTTP\/1.1 200/,
  );
  expect(asked).toEqual([1]);
});
