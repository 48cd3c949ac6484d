import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Received, type Receiver, startReceiver } from '@cascade/repository/test-kit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findAccountId } from '../accounts/find-account-id.ts';
import type { RunningService } from '../service-options.ts';
import { aCascade, anAccount, callbackSecret } from '../testing/declare.ts';
import { scheduling, send } from '../testing/requests.ts';
import { startTestService } from '../testing/start-test-service.ts';
import { type StatusReceiver, startStatusReceiver } from '../testing/status-receiver.ts';
import { withTestDatabase } from '../testing/test-database.ts';

// What becomes of messages with what HTTP gateways do in the field, through the whole service. The rows of
// each answer are in http-gateway-behaviours.test.ts.

const database = withTestDatabase();
const authorization = 'Bearer secret-of-the-gateway';
const text = 'Code 4821';
/** The lines of the log. */
const logged: string[] = [];
/** Of the gateway of CHATONE: whether it knows our key. */
let knowsUs = true;
let elsewhere: Receiver;
let gateway: Receiver;
let receiver: StatusReceiver;
let service: RunningService;

function note(fields: object, message: string): void {
  logged.push(JSON.stringify([message, fields]));
}

/** By the end of the number: what the gateway does with the first posts of an attempt, and with all that follow. */
const answers: Readonly<Record<string, readonly ((response: ServerResponse) => void)[]>> = {
  '00': [json({ status: 'DELIVERED' })],
  '01': [(response) => response.writeHead(400).end()],
  '02': [(response) => response.writeHead(413).end()],
  '03': [(response) => response.writeHead(422).end()],
  '04': [(response) => response.writeHead(307, { location: elsewhere.url }).end(), json({ status: 'SENT' })],
  '05': [json({ status: 'UNDELIVERED', reason: 'x'.repeat(15_000) })],
  '06': [json({ status: 'UNDELIVERED', reason: 'absent\ud800' })],
  '07': [json({ status: 'UNDELIVERED', reason: 'a-new-one' })],
  '08': [json({ status: 'SENT', reference: 'r\0' })],
  '09': [json({ status: 'SENT', reference: '\ud800' })],
  '10': [(response) => response.socket?.destroy(), json({ status: 'SENT', reference: 'r1' })],
  '11': [(response) => response.end('<html>Sign in</html>'), json({ status: 'SENT', reference: 'r1' })],
  '12': [(response) => response.writeHead(429, { 'retry-after': '1' }).end(), json({ status: 'SENT' })],
};

function json(body: object) {
  return (response: ServerResponse) => void response.end(JSON.stringify(body));
}

/** The posts of an attempt to that number so far. */
const postsTo = (address: string) => gateway.received.filter(({ event }) => event.address === address);

function answer(response: ServerResponse, { event, headers }: Received): void {
  if (event.channel === 'CHATONE' && !knowsUs) return void response.writeHead(401).end();
  const address = String(event.address);
  const ordered = answers[address.slice(-2)] ?? [];
  const before = gateway.received.filter(
    (one) => one.event.address === address && one.headers['idempotency-key'] === headers['idempotency-key'],
  ).length;
  ordered[Math.min(before, ordered.length) - 1]?.(response);
}

beforeAll(async () => {
  elsewhere = await startReceiver();
  gateway = await startReceiver(answer);
  receiver = await startStatusReceiver();
  const prices = { SMS: 1, CHATONE: 1 };
  service = await startTestService({
    database: database.connectionString,
    accounts: [
      anAccount('field', {
        prices,
        balance: 1_000_000,
        cascades: [aCascade(1, ['SMS']), aCascade(2, ['CHATONE'])],
        callback: { secrets: [callbackSecret] },
      }),
    ],
    config: {
      log: { info: note, warn: note, error: note },
      gateways: {
        SMS: { kind: 'http', url: gateway.url, authorization },
        CHATONE: { kind: 'http', url: gateway.url, authorization },
      },
    },
  });
  await receiver.register(service.url, 'field-key');
});

afterAll(async () => {
  await service?.close();
  await receiver?.close();
  await gateway?.close();
  await elsewhere?.close();
});

/** Schedules a message to that number; returns its request id. */
async function schedule(address: string, cascadeId = 1): Promise<string> {
  const requestId = randomUUID();
  const content = cascadeId === 1 ? 'smsContent' : 'chatoneContent';
  const part = {
    requestId,
    cascadeId,
    subscriberFilter: { address, type: 'PHONE' },
    content: { [content]: { contentType: 'TEXT', text } },
  };
  expect(await send(service.url, scheduling(part, 'field-key'))).toMatchObject({ status: 200 });
  return requestId;
}

/** How many other messages were scheduled, and how many tests need them now. */
let others = 0;
let needing = 0;
let delivering: Promise<void> | undefined;

/**
 * Has other messages delivered until that has come: one after the other, and no more of them than are needed
 * beside posts that are seconds apart.
 */
async function othersUntil(come: Promise<unknown>): Promise<void> {
  needing += 1;
  delivering ??= deliverOthers();
  const over = come.finally(() => {
    needing -= 1;
  });
  await Promise.all([over, delivering]);
}

async function deliverOthers(): Promise<void> {
  try {
    while (needing > 0) {
      others += 1;
      await ends(await schedule(`+12025${String(60_000 + others)}00`), 'DELIVERED');
      await pause(50);
    }
  } finally {
    delivering = undefined;
  }
}

const ends = async (requestId: string, status: string) =>
  receiver.eventWhere((event) => event.requestId === requestId && event.status === status);

describe.concurrent('a message whose gateway', { timeout: 180_000 }, () => {
  test.each([
    ['01', 'answers 400 each time', 'message-undeliverable', 5],
    ['02', 'answers 413 each time', 'too-long-message', 5],
    ['03', 'answers 422 each time', 'message-undeliverable', 5],
    ['05', 'gives a reason of 15 kB', 'message-undeliverable', 1],
    ['06', 'gives a reason with a lone surrogate', 'message-undeliverable', 1],
    ['07', 'gives a reason that is not listed', 'a-new-one', 1],
  ])('%s: %s, ends with %s after %i posts', async (end, _, reason, posts) => {
    const address = `+120255590${end}`;
    const requestId = await schedule(address);
    const event = ends(requestId, 'UNDELIVERED');
    await othersUntil(event);
    expect(await event).toMatchObject({ error: reason });
    expect(postsTo(address).length).toBeGreaterThanOrEqual(posts);
    // A refusal counts once another message was answered.
    expect(postsTo(address).length).toBeLessThan(posts + 3);
    expect(new Set(postsTo(address).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test.each([
    ['04', 'sends it to another host at first', 2, null],
    ['08', 'gives a reference with U+0000', 1, null],
    ['09', 'gives a reference that is a lone surrogate', 1, null],
    ['10', 'closes the connection at first', 2, 'r1'],
    ['11', 'answers with a page at first', 2, 'r1'],
    ['12', 'asks for less at first', 2, null],
  ])('%s: %s, is SENT after %i posts under one key', async (end, _, posts, reference) => {
    const address = `+120255590${end}`;
    await ends(await schedule(address), 'SENT');
    expect(postsTo(address)).toHaveLength(posts);
    const [first, ...others] = postsTo(address).map(({ event, headers }) => [
      headers['idempotency-key'],
      event,
    ]);
    for (const other of others) expect(other).toEqual(first);
    const accountId = await findAccountId(database.pool, 'field');
    const { rows } = await database.pool.query(
      'select other_reference as reference from cascade.stage_attempts where account_id = $1 and id = $2',
      [accountId, first?.[0]],
    );
    expect(rows).toEqual([{ reference }]);
  });
});

/** Of the operations port. */
async function isPaused(): Promise<boolean> {
  const metrics = await (await fetch(`${service.operationsUrl}/metrics`)).text();
  return /^cascade_gateway_paused\{(?=.*channel="CHATONE").*by="failures".*\} 1$/m.test(metrics);
}

test('a gateway that knows our key no more is probed by one post at a time, and the alert has its metric', {
  timeout: 180_000,
}, async () => {
  knowsUs = false;
  const posts = () => gateway.received.filter(({ event }) => event.channel === 'CHATONE').length;
  const address = (n: number) => `+12025${String(70_000 + n)}00`;
  const first = await schedule(address(0), 2);
  await vi.waitFor(async () => expect(await isPaused()).toBe(true), { timeout: 60_000, interval: 20 });
  const refused = posts();
  const waiting = await Promise.all(Array.from({ length: 30 }, (_, n) => schedule(address(n + 1), 2)));
  await vi.waitFor(() => expect(posts()).toBeGreaterThan(refused + 1), { timeout: 60_000, interval: 5 });
  expect(await isPaused()).toBe(true);
  knowsUs = true;
  await Promise.all([first, ...waiting].map((requestId) => ends(requestId, 'DELIVERED')));
  await vi.waitFor(async () => expect(await isPaused()).toBe(false), { timeout: 60_000, interval: 20 });
  const keys = gateway.received.flatMap(({ event, headers }) =>
    event.channel === 'CHATONE' ? [[headers['idempotency-key'], event.address]] : [],
  );
  // Each message has one key, and 31 were taken: what was posted beside them was refused.
  expect(new Set(keys.map(String)).size).toBe(31);
  expect(keys.length - 31).toBeLessThan(refused + 10);
});

test('nothing went to another host, and the log has no key, text or number', () => {
  expect(elsewhere.received).toEqual([]);
  expect(logged.filter((line) => line.includes('the gateway answered 401'))).not.toEqual([]);
  for (const secret of [authorization, text, '+12025']) expect(logged.join()).not.toContain(secret);
  expect(Math.max(...logged.map((line) => line.length))).toBeLessThan(1_000);
});
