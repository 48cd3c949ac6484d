import { expect, test } from 'vitest';
import { follow } from '../browser/follow.ts';
import { lastStatusOf, messagesOf } from '../browser/messages.ts';
import { behaviourOf, sceneOf } from '../browser/presets.ts';
import { behaviourInWords, distance, reachInWords, sceneInWords, summaryOf } from '../browser/words.ts';
import type { ReceivedRequest, SentCallback } from '../src/generated/control.ts';

const requested = (requestId: string, changes: Partial<ReceivedRequest> = {}): ReceivedRequest => ({
  number: 1,
  receivedAt: '2026-01-31T12:00:00.000Z',
  method: 'POST',
  path: '/api/cascade/schedule',
  account: 'mine',
  operation: 'scheduleMessage',
  status: 200,
  code: null,
  detail: null,
  unread: [],
  address: '+12025550100',
  body: { requestId },
  ...changes,
});

let sent = 0;

function told(requestId: string, seconds: number, channelType: string, status: string): SentCallback {
  sent += 1;
  const statusAt = new Date(Date.UTC(2026, 0, 31, 12, 0, seconds)).toISOString();
  return {
    number: sent,
    sentAt: statusAt,
    account: 'mine',
    webhookId: `msg_${sent}`,
    attempt: 1,
    to: 'http://127.0.0.1:4020',
    result: '204',
    nextAt: null,
    event: {
      requestId,
      cascadeStageUUID: `stage of ${channelType}`,
      channelType,
      status,
      statusAt,
      error: null,
    },
  };
}

const waysOf = (message: ReturnType<typeof messagesOf>[number]) =>
  message.stages.map(({ channel, steps }) =>
    [channel, ...steps.map(({ status, isLate }) => (isLate ? `${status} late` : status))].join(' '),
  );

test('the stages of a message are in the order of its times, and what came after the fallback is late', () => {
  const events = [
    told('a', 0, 'CHATTWO', 'ENQUEUED'),
    told('a', 1, 'CHATTWO', 'SENT'),
    told('a', 300, 'SMS', 'ENQUEUED'),
    told('a', 420, 'CHATTWO', 'DELIVERED'),
    told('a', 300, 'CHATTWO', 'EXPIRED'),
  ];
  const [message, ...others] = messagesOf([requested('a')], [...events, ...events]);
  expect(others).toEqual([]);
  expect(message).toMatchObject({ requestId: 'a', account: 'mine', address: '+12025550100' });
  expect(message && waysOf(message)).toEqual([
    'CHATTWO ENQUEUED SENT EXPIRED DELIVERED late',
    'SMS ENQUEUED',
  ]);
  expect(message && lastStatusOf(message)).toBe('DELIVERED');
});

test('messages are those that were accepted, and those of which events tell, the newest first', () => {
  const requests = [
    requested('accepted'),
    requested('refused', { status: 400, code: 'cascade-not-found' }),
    requested('lost', { status: null }),
    requested('dropped', { status: null }),
    requested('of another operation', { operation: 'listMessages' }),
  ];
  const own = { ...told('x', 0, 'SMS', 'SENT'), event: { inbound: true } };
  const messages = messagesOf(requests, [
    told('lost', 0, 'SMS', 'SENT'),
    told('earlier', 0, 'SMS', 'SENT'),
    own,
  ]);
  expect(messages.map(({ requestId, address }) => [requestId, address])).toEqual([
    ['earlier', null],
    ['lost', '+12025550100'],
    ['accepted', '+12025550100'],
  ]);
  expect(messages.map(lastStatusOf)).toEqual(['SENT', 'SENT', 'accepted']);
});

test('a list is asked for what is new, bounded, and anew after a reset', async () => {
  const asked: (number | undefined)[] = [];
  const shown: (readonly number[])[] = [];
  const many = Array.from({ length: 1_000 }, (_, at) => ({ number: at + 1 }));
  const answers: { readonly resets: number; readonly entries: readonly { readonly number: number }[] }[] = [
    { resets: 0, entries: [] },
    { resets: 0, entries: many },
    { resets: 0, entries: [{ number: 1_001 }] },
    { resets: 1, entries: [{ number: 1_002 }] },
    { resets: 1, entries: [{ number: 1 }] },
  ];
  await follow(
    async ({ after }) => {
      asked.push(after);
      return answers[asked.length - 1] ?? { resets: 1, entries: [] };
    },
    async (entries) => void shown.push([entries.length, entries[0]?.number ?? 0]),
    () => asked.length > answers.length,
  );
  expect(asked).toEqual([undefined, 0, 1_000, 1_001, undefined, 1]);
  expect(shown).toEqual([
    [0, 0],
    [1_000, 1],
    [1_000, 2],
    [1, 1],
  ]);
});

test('behaviours and scenes are told in words', () => {
  expect(behaviourInWords({ fault: 'accept-and-lose' })).toBe('carried out, the answer is lost');
  expect(behaviourInWords({ delaySeconds: 2, answer: { status: 429, retryAfterSeconds: 1 } })).toBe(
    'waits 2 s, answered 429, Retry-After 1 s',
  );
  expect(behaviourInWords({ fault: 'proxy-error', proxyStatus: 504 })).toBe('the page of a proxy, 504');
  expect(reachInWords({ account: 'mine', operation: 'getCascades', nth: 2, times: 3 }, 'once')).toBe(
    'account mine, getCascades, from number 2 on, 3 times',
  );
  expect(reachInWords({ share: { of: 0.1, seed: 7 } }, 'once')).toBe('a share of 0.1, seed 7');
  expect(
    sceneInWords({
      stages: [{ channel: 'CHATTWO', receipts: [{ status: 'DELIVERED', afterSeconds: 420 }] }],
      callbacks: [{ status: 'SENT', drop: true }, { repeat: 1 }],
    }),
  ).toBe('CHATTWO: DELIVERED after 420 s; callback of SENT: never sent; callback of each event: once again');
  expect([3_000, 300_000, 9_000_000].map(distance)).toEqual(['3 s', '5 min', '3 h']);
});

test('the summary counts what was fine, refused, cut', () => {
  const torn = requested('d', { behaviour: { fault: 'torn' } });
  const requests = [requested('a'), requested('b', { status: 400 }), requested('c', { status: null }), torn];
  const callbacks = [told('a', 0, 'SMS', 'SENT'), { ...told('a', 0, 'SMS', 'SENT'), result: '500' }];
  expect(summaryOf(requests, callbacks, { behaviours: 1, scenes: 0 })).toBe(
    '4 requests: 1 fine, 1 refused, 2 without a whole answer. 2 callback attempts: 1 taken, 1 not. Next: 1 behaviour, 0 scenes.',
  );
});

test('a button makes what its fields say', () => {
  const fields = { account: 'mine', address: '', times: '2', seconds: '1.6' };
  expect(behaviourOf('busy', { ...fields, operation: 'scheduleMessage' })).toEqual({
    account: 'mine',
    operation: 'scheduleMessage',
    times: 2,
    answer: { status: 429, retryAfterSeconds: 2 },
  });
  expect(sceneOf('late', { ...fields, account: '', channel: 'SMS' })).toEqual({
    times: 2,
    stages: [{ channel: 'SMS', receipts: [{ status: 'DELIVERED', afterSeconds: 1.6 }] }],
  });
});
