import type { ServerResponse } from 'node:http';
import { type Received, type Receiver, startReceiver } from '@cascade/repository/test-kit';
import type { RetrySchedule } from '@cascade/transition';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { completeSettings } from '../accounts/account-settings.ts';
import { createSetCallback } from '../api/set-callback.ts';
import { systemClock } from '../clock.ts';
import { silent } from '../log.ts';
import type { MessageKey } from '../store/message-key.ts';
import { writeTogether } from '../store/prepared.ts';
import { inTransaction } from '../store/transaction.ts';
import { loneReplica } from '../testing/replicas.ts';
import {
  addAccount,
  addEvent,
  addMessage,
  eventsOf,
  newSecret,
  noEventPending,
  register,
} from '../testing/rows.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { dispatcherSettings } from './dispatch/dispatcher.ts';
import { noReceiver } from './outcome.ts';
import { enableRegistration } from './registrations.ts';
import { type CallbackOptions, type Callbacks, startCallbacks } from './start-callbacks.ts';
import { newEventId, type StatusChange } from './status-change.ts';
import { handOver } from './undelivered/start-resending.ts';

const database = withTestDatabase();
const quick: RetrySchedule = { delays: [5, 10, 15], thenEvery: 20, giveUpAfter: 60_000, jitter: 0 };
let callbacks: Callbacks | undefined;
const receivers: Receiver[] = [];

afterEach(async () => {
  await callbacks?.stop();
  callbacks = undefined;
  for (const receiver of receivers.splice(0)) await receiver.close();
});

function start(options: Partial<CallbackOptions> = {}): void {
  const { pool } = database;
  const pauseMs = { shortest: 5, longest: 20 };
  callbacks = startCallbacks({
    pool,
    replica: loneReplica(),
    log: silent,
    allowLoopback: true,
    schedule: quick,
    pauseMs,
    ...options,
  });
}

async function receiver(answer?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const started = await startReceiver(answer);
  receivers.push(started);
  return started;
}

async function enable(account: number): Promise<void> {
  const { rows } = await database.pool.query('select id from cascade.callbacks where account_id = $1', [
    account,
  ]);
  await enableRegistration(database.pool, rows[0].id);
}

const ids = (received: readonly Received[]) => received.map(({ headers }) => headers['webhook-id']);

describe('a callback', () => {
  test('carries the eleven members of ADR-0015, as JSON', async () => {
    const to = await receiver();
    const account = await addAccount(database.pool, { url: to.url });
    const messageId = await addEvent(database.pool, account, {
      requestId: '7C42344C-AEEA-41C9-834B-EB627136F400',
      comment: 'order 1234',
      status: 'UNDELIVERED',
      reason: 'not-chattwo-user',
      at: new Date('2026-01-30T11:07:55Z'),
    });
    start();
    await noEventPending(database.pool, account);
    expect(to.received).toHaveLength(1);
    expect(to.received[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      event: {
        requestId: '7C42344C-AEEA-41C9-834B-EB627136F400',
        messageId,
        cascadeId: 31634,
        cascadeStageUUID: '2ede9313-0539-463a-9ec3-898506f4937a',
        subject: 'shop',
        subjectId: 2,
        channelType: 'CHATTWO',
        status: 'UNDELIVERED',
        statusAt: '2026-01-30T11:07:55.000Z',
        error: 'not-chattwo-user',
        comment: 'order 1234',
      },
    });
    expect(Object.keys(to.received[0]?.event ?? {})).toHaveLength(11);
    expect(await eventsOf(database.pool, account)).toMatchObject([
      { state: 'delivered', attempts: 1, last_result: '204' },
    ]);
  });

  test('is signed with every valid secret, as the official library verifies', async () => {
    const to = await receiver();
    const current = newSecret();
    const next = newSecret();
    const expired = newSecret();
    const account = await addAccount(database.pool, { url: to.url, secrets: [current, next, expired] });
    await database.pool.query('update cascade.callback_secrets set expires_at = now() where secret = $1', [
      expired,
    ]);
    await addEvent(database.pool, account);
    start();
    await noEventPending(database.pool, account);
    const { body = '', headers = {} } = to.received[0] ?? {};
    const signed = {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    };
    for (const secret of [current, next])
      expect(new Webhook(secret).verify(body, signed)).toMatchObject({ status: 'SENT' });
    expect(() => new Webhook(expired).verify(body, signed)).toThrow();
    expect(() => new Webhook(current).verify(`${body} `, signed)).toThrow();
    expect(signed['webhook-signature'].split(' ')).toHaveLength(2);
    expect(signed['webhook-id']).not.toContain('.');
  });

  test('goes to the receiver registered at the time of sending, that of its sender first', async () => {
    const general = await receiver();
    const ofSender = await receiver();
    const account = await addAccount(database.pool, {});
    await addEvent(database.pool, account, { stage: { subjectId: 2 } });
    await addEvent(database.pool, account, { stage: { subjectId: 3 } });
    await addEvent(database.pool, account, { stage: { subjectId: null, subject: null } });
    await register(database.pool, account, general.url);
    await register(database.pool, account, ofSender.url, 2);
    start();
    await noEventPending(database.pool, account);
    expect(ofSender.received.map(({ event }) => event.subjectId)).toEqual([2]);
    expect(general.received.map(({ event }) => event.subjectId).toSorted()).toEqual([3, null]);
  });

  test('is not sent if no receiver is registered', async () => {
    const account = await addAccount(database.pool, {});
    await addEvent(database.pool, account);
    start();
    await noEventPending(database.pool, account);
    expect(await eventsOf(database.pool, account)).toMatchObject([{ state: noReceiver, attempts: 0 }]);
  });
});

describe('a failed attempt', () => {
  test.each([
    ['500', (index: number) => (index < 3 ? 500 : 200)],
    ['404', (index: number) => (index < 1 ? 404 : 202)],
  ])('with %s is made again, signed anew, with the same webhook-id', async (_, statusOf) => {
    const to = await receiver((response, _received, index) => response.writeHead(statusOf(index)).end());
    const account = await addAccount(database.pool, { url: to.url, secrets: [newSecret()] });
    await addEvent(database.pool, account);
    // Each reading of the clock is a second later.
    let time = Date.now() - 3_600_000;
    const wall = () => {
      time += 1000;
      return new Date(time);
    };
    start({ clock: { ...systemClock, wall } });
    await noEventPending(database.pool, account);
    expect(new Set(ids(to.received)).size).toBe(1);
    const stamps = to.received.map(({ headers }) => headers['webhook-timestamp']);
    const signatures = to.received.map(({ headers }) => headers['webhook-signature']);
    expect(new Set(stamps).size).toBe(to.received.length);
    expect(new Set(signatures).size).toBe(to.received.length);
    const [event] = await eventsOf(database.pool, account);
    expect(event).toMatchObject({ state: 'delivered', attempts: to.received.length });
    expect(to.received.length).toBeGreaterThan(1);
  });

  test('follows no redirect', async () => {
    const elsewhere = await receiver();
    const to = await receiver((response, _received, index) =>
      index === 0
        ? response.writeHead(307, { location: elsewhere.url }).end()
        : response.writeHead(200).end(),
    );
    const account = await addAccount(database.pool, { url: to.url });
    await addEvent(database.pool, account);
    start();
    await noEventPending(database.pool, account);
    expect(to.received).toHaveLength(2);
    expect(elsewhere.received).toEqual([]);
  });

  test('is given up when the retry period is over', async () => {
    const to = await receiver((response) => response.writeHead(503).end());
    const account = await addAccount(database.pool, { url: to.url });
    await addEvent(database.pool, account);
    start({ schedule: { delays: [1, 1], thenEvery: 100_000, giveUpAfter: 50_000, jitter: 0 } });
    await noEventPending(database.pool, account);
    expect(await eventsOf(database.pool, account)).toMatchObject([
      { state: 'given-up', attempts: 3, last_result: '503' },
    ]);
  });

  test('with 410 stops everything to that address until it is registered again', async () => {
    let status = 410;
    const to = await receiver((response) => response.writeHead(status).end());
    const account = await addAccount(database.pool, { url: to.url });
    await addEvent(database.pool, account);
    start();
    await noEventPending(database.pool, account);
    await addEvent(database.pool, account);
    await noEventPending(database.pool, account);
    expect(to.received).toHaveLength(1);
    expect(await eventsOf(database.pool, account)).toMatchObject([
      { state: 'given-up', attempts: 1, last_result: '410' },
      { state: 'given-up', attempts: 0 },
    ]);
    status = 200;
    await database.pool.query('update cascade.callbacks set disabled_at = null where account_id = $1', [
      account,
    ]);
    await addEvent(database.pool, account);
    await noEventPending(database.pool, account);
    expect(to.received).toHaveLength(2);
  });

  test.each(['registered again', 'enabled', 'removed and registered'])(
    'with 410 that was under way while the URL was %s disables nothing, and its event is sent again',
    async (how) => {
      await database.pool.query('delete from cascade.undelivered');
      let late: ServerResponse | undefined;
      const to = await receiver((response, { method }, index) => {
        if (index === 0) late = response;
        else response.writeHead(method === 'HEAD' ? 200 : 204).end();
      });
      const account = await addAccount(database.pool, { url: to.url });
      await addEvent(database.pool, account);
      start();
      await to.got(1);
      if (how === 'enabled') await enable(account);
      else {
        if (how.startsWith('removed')) await database.pool.query('delete from cascade.callbacks');
        const setCallback = createSetCallback({ pool: database.pool, allowLoopback: true });
        const settings = completeSettings({});
        const owner = {
          id: account,
          name: 'owner',
          cascades: new Map(),
          settings,
          senders: [],
          templates: [],
        };
        expect(await setCallback(owner, { statusCallbackUrl: to.url })).toHaveProperty('body');
      }
      late?.writeHead(410).end();
      await noEventPending(database.pool, account);
      expect(await eventsOf(database.pool, account)).toMatchObject([
        { state: 'given-up', last_result: '410' },
      ]);
      expect(await handOver(database.pool)).toBe(1);
      await addEvent(database.pool, account);
      await noEventPending(database.pool, account);
      expect(await eventsOf(database.pool, account)).toMatchObject([
        { state: 'delivered' },
        { state: 'delivered' },
      ]);
      const [first, ...others] = ids(to.received.filter(({ method }) => method === 'POST'));
      expect(others.filter((id) => id === first)).toHaveLength(1);
      expect(others).toHaveLength(2);
    },
  );

  test('is also a time-out', async () => {
    const to = await receiver((response, _received, index) => {
      if (index > 0) response.writeHead(200).end();
    });
    const account = await addAccount(database.pool, { url: to.url });
    await addEvent(database.pool, account);
    start({ timeoutMs: 1_000 });
    await noEventPending(database.pool, account);
    const [event] = await eventsOf(database.pool, account);
    expect(event?.state).toBe('delivered');
    // Twice, unless the machine was too busy to answer the second in time.
    expect(event?.attempts).toBeGreaterThan(1);
  });
});

test('connects to public addresses only', async () => {
  const to = await receiver();
  const { port } = new URL(to.url);
  const account = await addAccount(database.pool, { url: `https://localhost:${port}/status` });
  await addEvent(database.pool, account);
  start({ allowLoopback: false, schedule: { ...quick, giveUpAfter: 0 } });
  await noEventPending(database.pool, account);
  expect(await eventsOf(database.pool, account)).toMatchObject([
    { state: 'given-up', last_result: 'ADDRESS_NOT_ALLOWED' },
  ]);
});

test('ends work whose events were deleted with their message, or sent before', async () => {
  const to = await receiver();
  const account = await addAccount(database.pool, { url: to.url });
  await addEvent(database.pool, account);
  await addEvent(database.pool, account);
  const [first, second] = await eventsOf(database.pool, account);
  await database.pool.query("update cascade.status_events set state = 'delivered' where id = $1", [
    first?.id,
  ]);
  await database.pool.query('delete from cascade.status_events where id = $1', [second?.id]);
  start();
  await nothingIsDue();
  expect(to.received).toEqual([]);
});

test('logs neither address, nor body, nor secret', async () => {
  const entries: unknown[] = [];
  const write = (fields: object, message: string) => void entries.push(fields, message);
  const secret = newSecret();
  const accounts: number[] = [];
  for (const status of [410, 500]) {
    const to = await receiver((response) => response.writeHead(status).end('sorry'));
    accounts.push(await addAccount(database.pool, { url: to.url, secrets: [secret] }));
  }
  const dead = await startReceiver();
  await dead.close();
  accounts.push(await addAccount(database.pool, { url: dead.url, secrets: [secret] }));
  for (const account of accounts) await addEvent(database.pool, account, { comment: 'private' });
  const schedule = { ...quick, giveUpAfter: 0 };
  start({ log: { info: write, warn: write, error: write }, schedule });
  await noEventPending(database.pool, ...accounts);
  await callbacks?.stop();
  const text = JSON.stringify(entries);
  expect(entries).toHaveLength(6);
  expect(text).not.toMatch(/127\.0\.0\.1|12025550100|private|sorry|status"/);
  expect(text).not.toContain(secret);
});

/** Resolves when nothing is on its way. */
async function nothingIsDue(): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query('select from cascade.callback_parcels limit 1');
    if (rows.length === 0) return;
  }
}

test('retries on time while the clock of the process is set forwards and back by two hours', async () => {
  const to = await receiver((response, _received, index) => response.writeHead(index < 4 ? 503 : 200).end());
  const account = await addAccount(database.pool, { url: to.url });
  await addEvent(database.pool, account);
  const twoHours = 7_200_000;
  let readings = 0;
  const wall = () => {
    readings += 1;
    return new Date(Date.now() + (readings % 2 === 0 ? -twoHours : twoHours));
  };
  const delays: (number | undefined)[] = [];
  start({ clock: { ...systemClock, wall }, onOutcome: ({ againInMs }) => void delays.push(againInMs) });
  await noEventPending(database.pool, account);
  // What is committed is told afterwards.
  await callbacks?.stop();
  expect(delays).toEqual([5, 10, 15, 20, undefined]);
  const [event] = await eventsOf(database.pool, account);
  expect(event).toMatchObject({ state: 'delivered', attempts: 5 });
});

test('does not read an endless answer', async () => {
  let written = 0;
  const to = await receiver((response) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(65_536);
    const more = () => {
      while (!response.destroyed) {
        written += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
    };
    more();
  });
  const account = await addAccount(database.pool, { url: to.url });
  await addEvent(database.pool, account);
  start();
  await noEventPending(database.pool, account);
  expect(await eventsOf(database.pool, account)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  // At most what the buffers of the system hold.
  expect(written).toBeLessThan(20_000_000);
});

test('delays no receiver because another is dead or silent', async () => {
  const good = [await receiver(), await receiver(), await receiver()];
  const silentOne = await receiver(() => {});
  const dead = await startReceiver();
  await dead.close();
  const urls = [dead.url, silentOne.url, ...good.map(({ url }) => url)];
  const accounts = await Promise.all(urls.map((url) => addAccount(database.pool, { url })));
  const [deadAccount = 0, silentAccount = 0, ...goodAccounts] = accounts;
  // The dead and the silent first, with more events than the capacity.
  const slots = { total: 24, doubtful: 12, reserve: 6 };
  const settings = { ...dispatcherSettings, capacity: 80, slots };
  for (let index = 0; index < 50; index += 1) {
    await addEvent(database.pool, deadAccount);
    await addEvent(database.pool, silentAccount);
  }
  for (const account of goodAccounts)
    for (let index = 0; index < 50; index += 1) await addEvent(database.pool, account);
  // The time-out is longer than the test: a wait for the silent receiver would fail it.
  start({ dispatcher: settings, timeoutMs: 60_000, schedule: { ...quick, delays: [100_000] } });
  await noEventPending(database.pool, ...goodAccounts);
  for (const { received } of good) expect(new Set(ids(received)).size).toBe(50);
  expect(silentOne.received.length).toBeLessThan(slots.doubtful);
  await silentOne.close();
});

describe('what this process writes', () => {
  // Tests before leave what waits for receivers that never answer.
  beforeEach(() =>
    database.pool.query('truncate cascade.callback_parcels, cascade.waiting, cascade.waiting_lanes'),
  );

  /** Writes events as the engine does, of a message each; returns what it does after the commit. */
  async function write(account: number, count = 1): Promise<() => void> {
    const changes: StatusChange[] = [];
    for (let n = 0; n < count; n += 1)
      changes.push(sent({ accountId: account, messageId: await addMessage(database.pool, account) }));
    const written = callbacks?.report(changes);
    await writeTogether(database.pool, written?.parts ?? []);
    return () => written?.committed();
  }

  function sent(message: MessageKey): StatusChange {
    const change = { position: 1, status: 'SENT', reason: null, at: new Date(), reported: true };
    return { ...message, ...change, eventId: newEventId(message) };
  }

  const never = { shortest: 600_000, longest: 600_000 };

  test('it sends without claiming it', async () => {
    const to = await receiver();
    const account = await addAccount(database.pool, { url: to.url });
    start({ pauseMs: never });
    (await write(account))();
    await noEventPending(database.pool, account);
    // Its row goes with the next pass, or with the stop.
    await callbacks?.stop();
    await nothingIsDue();
    expect(to.received).toHaveLength(1);
  });

  test('the place of an event is free once it has ended, and not with the last one of its parcel', async () => {
    const held: ServerResponse[] = [];
    const to = await receiver((response, _, index) => {
      if (index === 0) response.writeHead(204).end();
      else held.push(response);
    });
    const account = await addAccount(database.pool, { url: to.url });
    start({ pauseMs: never });
    (await write(account, 2))();
    expect(callbacks?.underWay).toBe(2);
    await vi.waitFor(() => expect(held).toHaveLength(1), 30_000);
    await vi.waitFor(() => expect(callbacks?.underWay).toBe(1), 30_000);
    held[0]?.writeHead(204).end();
    await noEventPending(database.pool, account);
  });

  test('it leaves to the others once these may have released it', async () => {
    const to = await receiver();
    const account = await addAccount(database.pool, { url: to.url });
    let isTrusted = true;
    start({ pauseMs: never, replica: { id: 1_000, holds: (id) => isTrusted && id === 1_000 } });
    const committed = await write(account);
    isTrusted = false;
    committed();
    await vi.waitFor(() => expect(callbacks?.underWay).toBe(0), 30_000);
    expect(to.received).toEqual([]);
    await callbacks?.stop();
    start();
    await noEventPending(database.pool, account);
    expect(to.received).toHaveLength(1);
  });

  test('it claims in its turn if there is no room, and after what was written before', async () => {
    const to = await receiver();
    const account = await addAccount(database.pool, { url: to.url });
    start({ pauseMs: never, dispatcher: { ...dispatcherSettings, capacity: 0 } });
    (await write(account))();
    const { rows } = await database.pool.query('select owner from cascade.callback_parcels');
    expect(rows).toEqual([{ owner: null }]);
    await callbacks?.stop();
    start();
    await noEventPending(database.pool, account);
  });

  test('it claims if the answer to its commit was lost', async () => {
    const to = await receiver();
    const account = await addAccount(database.pool, { url: to.url });
    let passed = 0;
    start({ clock: { ...systemClock, monotonic: () => systemClock.monotonic() + passed } });
    await inTransaction(database.pool, async (client) => {
      const message = { accountId: account, messageId: await addMessage(client, account) };
      const written = callbacks?.report([sent(message)]);
      await writeTogether(client, written?.parts ?? []);
      expect((await client.query('select owner from cascade.callback_parcels')).rows).toEqual([
        { owner: expect.any(Number) },
      ]);
      written?.notCommitted();
    });
    passed = 10_000;
    await noEventPending(database.pool, account);
    expect(to.received).toHaveLength(1);
  });
});
