import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Receiver, startReceiver } from '@cascade/repository/test-kit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findAccountId } from '../accounts/find-account-id.ts';
import type { RunningService } from '../service-options.ts';
import { booksOf } from '../testing/audit.ts';
import { aCascade, anAccount } from '../testing/declare.ts';
import { scheduling, send } from '../testing/requests.ts';
import { type Smsc, startSmsc } from '../testing/smpp/smsc.ts';
import { startTestService } from '../testing/start-test-service.ts';
import { withTestDatabase } from '../testing/test-database.ts';

const database = withTestDatabase();
/** The cascade SMS, CHATONE and the cascade CHATONE, SMS, each with five seconds for its first stage. */
const smsFirst = 1;
const smsLast = 2;
const prices = { SMS: 5, CHATONE: 2 };
const accounts = [
  'withdrawn',
  'delivered',
  'silent',
  'http-withdrawn',
  'http-read',
  'http-odd',
  'http-silent',
];
let smsc: Smsc;
let chat: Receiver;
let service: RunningService;
/** How many texts were withdrawn when the message to a number came to the second channel. */
const withdrawnBefore = new Map<string, number>();

beforeAll(async () => {
  smsc = await startSmsc();
  chat = await startReceiver((response, { path, event }) => {
    if (path?.endsWith('/withdraw') === true) return answerWithdrawal(response, String(event.reference));
    const address = String(event.address);
    withdrawnBefore.set(
      address,
      smsc.cancelled.filter(({ destination }) => `+${destination[2]}` === address).length,
    );
    // Where it is the second channel, the message is delivered at once.
    const status = address.startsWith('+120255598') ? 'DELIVERED' : 'SENT';
    response.end(JSON.stringify({ status, reference: address }));
  });
  const { origin } = new URL(chat.url);
  service = await startTestService({
    database: database.connectionString,
    accounts: accounts.map((name) => anAccount(name, { balance: 100, prices, cascades: cascades() })),
    config: {
      gateways: {
        SMS: {
          kind: 'smpp',
          host: '127.0.0.1',
          port: smsc.port,
          systemId: 'cascade',
          password: 'secret',
          withdraw: 'cancel',
        },
        CHATONE: { kind: 'http', url: `${origin}/send`, withdrawUrl: `${origin}/withdraw` },
      },
    },
  });
  await smsc.got('bind');
});

afterAll(async () => {
  await service?.close();
  await chat?.close();
  await smsc?.kill();
});

function cascades() {
  const both = [aCascade(smsFirst, ['SMS', 'CHATONE']), aCascade(smsLast, ['CHATONE', 'SMS'])];
  return both.map(({ stages, ...cascade }) => ({
    ...cascade,
    stages: stages.map((stage) => ('ttl' in stage ? { ...stage, ttl: '00:00:05' } : stage)),
  }));
}

/** What the gateway of the chat answers, by the last digits of the number. */
function answerWithdrawal(response: ServerResponse, reference: string): void {
  // It never answers.
  if (reference.endsWith('07')) return;
  const statuses: Readonly<Record<string, string>> = { '01': 'WITHDRAWN', '12': 'READ', '21': 'GONE' };
  response.end(JSON.stringify({ status: statuses[reference.slice(-2)] }));
}

/** Schedules a message, and resolves to what became of its stages and money, once that is so. */
async function becomes(account: string, cascadeId: number, address: string, outcome: object): Promise<void> {
  const requestId = randomUUID();
  const text = { contentType: 'TEXT', text: randomUUID() };
  const content = { smsContent: text, chatoneContent: text };
  const part = { requestId, cascadeId, content, subscriberFilter: { address, type: 'PHONE' } };
  expect(await send(service.url, scheduling(part, `${account}-key`))).toMatchObject({ status: 200 });
  const accountId = await findAccountId(database.pool, account);
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query<{ stage: string }>(
        `select concat_ws(' ', position, status) as stage from cascade.stage_attempts
         where account_id = $1 order by position`,
        [accountId],
      );
      const { balance, reserved } = await booksOf(database.pool, accountId);
      expect({ stages: rows.map(({ stage }) => stage), balance, reserved }).toEqual(outcome);
    },
    { timeout: 60_000, interval: 20 },
  );
}

const fallback = { stages: ['1 EXPIRED', '2 DELIVERED'], balance: 93, reserved: 0 };

describe.concurrent('when the TTL of a stage is over', { timeout: 90_000 }, () => {
  test('a text is told its end, and withdrawn before the next channel has the message', async () => {
    await becomes('withdrawn', smsFirst, '+12025559813', fallback);
    expect(withdrawnBefore.get('+12025559813')).toBe(1);
    const submitted = smsc.submitted.find(({ destination }) => destination[2] === '12025559813');
    expect(submitted?.validityPeriod).toMatch(/^00000000000[1-4]000R$/);
  });

  test('a text that was delivered meanwhile ends the cascade, and the rest of the money is free', async () => {
    const outcome = { stages: ['1 DELIVERED'], balance: 95, reserved: 0 };
    await becomes('delivered', smsFirst, '+12025559874', outcome);
    expect(smsc.cancelled.filter(({ destination }) => destination[2] === '12025559874')).toHaveLength(1);
    expect(withdrawnBefore.has('+12025559874')).toBe(false);
  });

  test('an SMSC that does not answer holds the next channel for about a second', async () => {
    const isAsked = () =>
      expect(smsc.cancelled.map(({ destination }) => destination[2])).toContain('12025559873');
    const asked = vi.waitFor(isAsked, { timeout: 60_000, interval: 10 }).then(() => performance.now());
    const ended = becomes('silent', smsFirst, '+12025559873', fallback);
    const began = await asked;
    await ended;
    expect(performance.now() - began).toBeGreaterThan(900);
    // The SMSC never answers.
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  test('a gateway that has withdrawn the message lets the next channel begin', async () => {
    await becomes('http-withdrawn', smsLast, '+12025559701', fallback);
    const [withdrawal] = chat.received.filter(({ event }) => event.reference === '+12025559701');
    expect(withdrawal?.event).toEqual({ attemptId: expect.any(String), reference: '+12025559701' });
  });

  test('a gateway that says READ ends the cascade', async () => {
    await becomes('http-read', smsLast, '+12025559712', { stages: ['1 READ'], balance: 98, reserved: 0 });
  });

  test.each([
    ['http-odd', '+12025559721'],
    ['http-silent', '+12025559707'],
  ])('another answer, or none, lets the next channel begin: %s', async (account, address) => {
    await becomes(account, smsLast, address, fallback);
  });
});
