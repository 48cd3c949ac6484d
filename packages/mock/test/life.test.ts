import { readContract } from '@cascade/contract';
import { describe, expect, test } from 'vitest';
import { createMockControl } from '../src/control.ts';
import { readSampleProvider } from '../src/provider/read-sample-provider.ts';
import { openAccount, type Route, startLaboratory, to } from './support/laboratory.ts';
import { freshRequestId, send, validBody } from './support/send.ts';
import { startForTest } from './support/start.ts';

const { demoNumbers } = readContract();
const day = 86_400;

const rows = demoNumbers.flatMap(({ number, outcomes }) =>
  Object.entries(outcomes).map(([channel, outcome]) => ({ number, channel, outcome })),
);

test.each(rows)('a message to $number on $channel ends with $outcome', async (row) => {
  const { number, channel, outcome } = row;
  const { schedule, forward, receiver } = await startLaboratory();
  await schedule(channel as Route, to(number));
  expect((await forward(day + 100)).arrived).toBe(true);
  expect(receiver.received.at(-1)?.event).toMatchObject({
    channelType: channel,
    status: outcome.status,
    error: outcome.reason,
  });
});

test('a message to any number is delivered at once, as by the simulator of the service', async () => {
  const { schedule, forward, came } = await startLaboratory();
  await schedule('all');
  const { next } = await forward(0);
  expect(came()).toEqual(['0 CHATTWO ENQUEUED', '0 CHATTWO SENT', '0 CHATTWO DELIVERED']);
  expect(next).toBeNull();
});

test('a number that is reached by SMS only falls through to it, and the history says so', async () => {
  const { schedule, forward, came, post } = await startLaboratory();
  const requestId = await schedule('all', to('+12025550130'));
  await forward(0);
  expect(came()).toEqual([
    '0 CHATTWO ENQUEUED',
    '0 CHATTWO UNDELIVERED not-chattwo-user',
    '0 CHATONE ENQUEUED',
    '0 CHATONE UNDELIVERED message-undeliverable',
    '0 SMS ENQUEUED',
    '0 SMS SENT',
    '0 SMS DELIVERED',
  ]);
  const { body } = await post('/api/messages/history', { requestId });
  const entries: readonly Record<string, unknown>[] = Object(body).content;
  expect(entries.map((one) => [one.channelType, one.deliveryStatus, one.error])).toEqual([
    ['SMS', 'DELIVERED', null],
    ['CHATONE', 'UNDELIVERED', 'message-undeliverable'],
    ['CHATTWO', 'UNDELIVERED', 'not-chattwo-user'],
  ]);
});

test('a stage without a receipt ends by its TTL; the receipt of the first comes late, and counts', async () => {
  const { control, account, schedule, forward, came } = await startLaboratory();
  const stages = [
    { channel: 'CHATTWO' as const, receipts: [{ status: 'DELIVERED' as const, afterSeconds: 420 }] },
    { channel: 'CHATONE' as const, response: 'SENT' as const },
  ];
  await control.createScene({ account, stages });
  await schedule('all');
  await forward(299);
  expect(came()).toEqual(['0 CHATTWO ENQUEUED', '0 CHATTWO SENT']);
  await forward(1);
  expect(came().slice(2)).toEqual(['300 CHATTWO EXPIRED', '300 CHATONE ENQUEUED', '300 CHATONE SENT']);
  await forward(day);
  // The stage under way goes on; the one after it never starts (ADR-0019).
  expect(came().slice(5)).toEqual(['420 CHATTWO DELIVERED', '600 CHATONE EXPIRED']);
});

test('a message starts at its time', async () => {
  const { begin, schedule, forward, came } = await startLaboratory();
  await schedule('all', { startTime: new Date(begin.getTime() + 3_600_000).toISOString() });
  expect((await forward(3_599)).next).toBe(new Date(begin.getTime() + 3_600_000).toISOString());
  expect(came()).toEqual([]);
  await forward(1);
  expect(came().at(-1)).toBe('3600 CHATTWO DELIVERED');
});

test('a message reserves the prices of all its stages, and returns what it did not attempt (ADR-0012)', async () => {
  const mock = await startForTest({ control: true });
  const control = createMockControl(mock.url);
  const { key, name } = await control.createAccount({
    balance: 16,
    prices: { CHATTWO: 3, SMS: 5 },
    cascades: [{ id: 7, stages: [{ channel: 'CHATTWO', ttl: '00:05:00' }, { channel: 'SMS' }] }],
  });
  await control.setClock({ account: name, speed: 0 });
  const text = () => ({ contentType: 'TEXT', text: freshRequestId() });
  const schedule = async () => {
    const content = { smsContent: text(), chattwoContent: text() };
    // Delivered after 5 seconds.
    const body = validBody({ cascadeId: 7, content, ...to('+12025550120') });
    return (await send(mock.url, { body, headers: { 'x-api-key': key } })).status;
  };
  expect([await schedule(), await schedule(), await schedule()]).toEqual([200, 200, 400]);
  await control.setClock({ account: name, forwardSeconds: 4 });
  expect(await schedule()).toBe(400);
  // Twice 3 are spent, and twice 5 are returned.
  await control.setClock({ account: name, forwardSeconds: 1 });
  expect([await schedule(), await schedule()]).toEqual([200, 400]);
});

test('a gateway that does not respond is asked again, until the stage ends', async () => {
  const { control, account, schedule, forward, came } = await startLaboratory();
  await control.createScene({ account, times: 1, stages: [{ noResponse: 3 }] });
  await schedule('all');
  await forward(day);
  expect(came()).toEqual(['0 CHATTWO ENQUEUED', '7 CHATTWO SENT', '7 CHATTWO DELIVERED']);
  await control.createScene({ account, stages: [{ channel: 'CHATTWO', noResponse: 10_000 }] });
  await schedule('CHATTWO');
  await forward(2 * day);
  expect(came().at(-1)).toMatch(/^\d+ CHATTWO UNDELIVERED message-undeliverable$/);
});

test('ten days after it was sent a stage without a receipt ends EXPIRED (ADR-0044)', async () => {
  const { schedule, forward, came } = await startLaboratory();
  await schedule('SMS', to('+12025550123'));
  await forward(11 * day);
  expect(came()).toEqual([
    '0 SMS ENQUEUED',
    '0 SMS SENT', // A millisecond after ENQUEUED came SENT, from which the ten days count; timers have seconds.
    `${10 * day + 1} SMS EXPIRED`,
  ]);
});

test('the same message within 5 minutes is a duplicate, and after them is not', async () => {
  const { schedule, forward, came } = await startLaboratory();
  await schedule('SMS');
  await forward(299);
  await schedule('SMS');
  await forward(1);
  await schedule('SMS');
  await forward(0);
  expect(came().filter((line) => /DELIVERED/.test(line))).toEqual([
    '0 SMS DELIVERED',
    '299 SMS UNDELIVERED duplicated',
    '300 SMS DELIVERED',
  ]);
});

test('the clock of an account is its own; without an account all clocks change, also those to come', async () => {
  const mock = await startForTest({ control: true });
  const one = await openAccount(mock);
  const other = await openAccount(mock);
  const moved = await one.forward(3_600);
  expect(Date.parse(moved.now) - one.begin.getTime()).toBe(3_600_000);
  expect((await one.control.getClock(other.account)).now).toBe(other.begin.toISOString());
  await one.control.setClock({ speed: 0, forwardSeconds: 60 });
  expect(Date.parse((await one.control.getClock(other.account)).now) - other.begin.getTime()).toBe(60_000);
  const { name } = await one.control.createAccount();
  expect((await one.control.getClock(name)).speed).toBe(0);
  await one.control.reset();
  expect((await one.control.getClock()).speed).toBe(1);
});

test('a clock that runs 600 times as fast delivers after 5 of its seconds', async () => {
  const { control, account, schedule, receiver, came } = await startLaboratory();
  await control.setClock({ account, speed: 600 });
  await schedule('SMS', to('+12025550120'));
  await receiver.got(3);
  expect(came().at(-1)).toMatch(/^\d+ SMS DELIVERED$/);
});

test('a reset of the account ends what is under way', async () => {
  const { control, account, schedule, forward, came } = await startLaboratory();
  await schedule('SMS', to('+12025550120'));
  await forward(0);
  await control.reset({ account });
  const { next, speed } = await control.getClock(account);
  expect({ next, speed }).toEqual({ next: null, speed: 1 });
  expect((await control.setClock({ account, forwardSeconds: day })).arrived).toBe(true);
  expect(came()).toEqual(['0 SMS ENQUEUED', '0 SMS SENT']);
});

describe('an account with templates', () => {
  const template = { channel: 'CHATTWO', name: 'code', text: 'Code {code}' } as const;
  const chattwo = (text: string) => ({
    cascadeId: 4010,
    content: { chattwoContent: { contentType: 'TEXT', text } },
  });

  async function withTemplates() {
    const [account] = readSampleProvider().accounts;
    if (account === undefined) throw new Error('the samples have no account');
    const settings = { limits: { templateMessagesPerDay: 2 } };
    const mock = await startForTest({
      control: true,
      provider: { accounts: [{ ...account, templates: [template], settings }] },
    });
    return { mock, name: account.name };
  }

  test('opens a dialogue for 24 hours by a delivered template, and counts templates of a day', async () => {
    const { mock, name } = await withTemplates();
    const control = createMockControl(mock.url);
    await control.setClock({ account: name, speed: 0 });
    const outcome = async (text: string) => {
      const body = validBody(chattwo(text));
      expect((await send(mock.url, { body })).status).toBe(200);
      const { requestId } = body;
      const listed = await send(mock.url, { path: '/api/messages/history', body: { requestId } });
      const [entry] = Object(listed.body).content;
      return entry.error ?? entry.deliveryStatus;
    };
    expect(await outcome('Free text')).toBe('session-not-started');
    expect(await outcome('Code 1')).toBe('DELIVERED');
    expect(await outcome('Free text in a dialogue')).toBe('DELIVERED');
    await control.setClock({ account: name, forwardSeconds: day - 1 });
    expect(await outcome('Free text at its end')).toBe('DELIVERED');
    await control.setClock({ account: name, forwardSeconds: 2 });
    expect(await outcome('Free text after it')).toBe('session-not-started');
    expect(await outcome('Code 2')).toBe('DELIVERED');
    expect(await outcome('Code 3')).toBe('DELIVERED');
    expect(await outcome('Code 4')).toBe('daily-rate-limit');
    await control.setClock({ account: name, forwardSeconds: day });
    expect(await outcome('Code 5')).toBe('DELIVERED');
  });
});
