import { type Receiver, startReceiver } from '@cascade/repository/test-kit';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { heardLog } from '../testing/heard-log.ts';
import { loneReplica } from '../testing/replicas.ts';
import { addAccount, addEvent, eventsOf, noEventPending } from '../testing/rows.ts';
import { withSilencedPool } from '../testing/silenced-pool.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { startCallbacks } from './start-callbacks.ts';

const database = withTestDatabase();
const silenced = withSilencedPool(database);
const log = heardLog();
/** Silences the store when a callback arrives: the next answer that it owes us is that to the outcome. */
let silenceAt: { readonly attempt: number; readonly what: 'answers' | 'requests' | 'both' } | undefined;
let account: number;
let receiver: Receiver;

// What is not answered is looked for every five seconds.
vi.setConfig({ testTimeout: 25_000 });

beforeEach(() => {
  vi.clearAllMocks();
  silenceAt = undefined;
});

afterEach(() => receiver.close());

/** Its first answers have these statuses, the further ones 204. */
async function startWith(...statuses: readonly number[]): Promise<void> {
  receiver = await startReceiver((response, _, index) => {
    if (index === silenceAt?.attempt) silenced.proxy.silence(silenceAt.what);
    response.writeHead(statuses[index] ?? 204).end();
  });
  account = await addAccount(database.pool, { url: receiver.url });
  const callbacks = startCallbacks({
    pool: silenced.pool,
    replica: loneReplica(),
    log,
    allowLoopback: true,
    pauseMs: { shortest: 5, longest: 20 },
    schedule: { delays: [1], thenEvery: 1, giveUpAfter: 60_000, jitter: 0 },
  });
  onTestFinished(() => callbacks.stop());
}

async function workLeft(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select (select count(*) from cascade.callback_parcels) + (select count(*) from cascade.waiting) as count',
  );
  return rows[0]?.count ?? 0;
}

test.each(['answers', 'requests', 'both'] as const)(
  'a delivery is recorded, and not repeated, although the %s of the store are swallowed meanwhile',
  async (what) => {
    silenceAt = { attempt: 0, what };
    await startWith(204);
    await addEvent(database.pool, account);
    await noEventPending(database.pool, account);
    await vi.waitFor(async () => expect(await workLeft()).toBe(0), { timeout: 20_000, interval: 50 });
    expect(receiver.received).toHaveLength(1);
    expect(await eventsOf(database.pool, account)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    expect(log.error).not.toHaveBeenCalled();
  },
);

test.each(['answers', 'requests'] as const)(
  'a failed attempt is counted once, and retried once, although the %s of the store are swallowed meanwhile',
  async (what) => {
    silenceAt = { attempt: 0, what };
    await startWith(500, 500);
    await addEvent(database.pool, account);
    await noEventPending(database.pool, account);
    await vi.waitFor(async () => expect(await workLeft()).toBe(0), { timeout: 20_000, interval: 50 });
    expect(receiver.received).toHaveLength(3);
    expect(await eventsOf(database.pool, account)).toMatchObject([{ state: 'delivered', attempts: 3 }]);
    expect(log.error).not.toHaveBeenCalled();
  },
);

test('events are read again if the store swallowed the answer', async () => {
  await startWith();
  await addEvent(database.pool, account);
  await noEventPending(database.pool, account);
  silenced.proxy.silence('answers');
  await addEvent(database.pool, account);
  await noEventPending(database.pool, account);
  expect(receiver.received).toHaveLength(2);
  expect(log.error).not.toHaveBeenCalled();
});
