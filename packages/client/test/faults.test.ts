import { randomUUID } from 'node:crypto';
import { createCascadeClient } from '@cascade/client';
import { createHistoryClient } from '@cascade/client/history';
import { type Fault, type FaultyProxy, startFaultyProxy } from '@cascade/repository/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attemptLimits, limitMs } from './support/attempt-limits.ts';
import { type Service, startService } from './support/service.ts';

let service: Service;
let proxy: FaultyProxy;

beforeAll(async () => {
  service = await startService();
  proxy = await startFaultyProxy(service.url);
});

beforeEach(() => {
  proxy.onDelayed(attemptLimits().runOut);
});

afterAll(async () => {
  await proxy?.close();
  await service?.stop();
});

const client = (options = {}) =>
  createCascadeClient({
    baseUrl: proxy.url,
    apiKey: 'demo-key',
    timeoutMs: limitMs,
    retry: { baseDelayMs: 1 },
    usedIdMeansAccepted: true,
    ...options,
  });

const message = () => ({
  requestId: randomUUID(),
  cascadeId: 2002,
  subscriberFilter: { address: '+12025550100', type: 'PHONE' },
  content: { smsContent: { contentType: 'TEXT', text: randomUUID() } },
});

const lost: readonly Fault[] = [
  'forwarded, dropped',
  'forwarded, delayed',
  'forwarded, page',
  'forwarded, reset',
  'forwarded, truncated',
  'forwarded, cut',
];
const neverArrived: readonly Fault[] = ['page', 'reset'];

describe('one fault, then none: one message', () => {
  test.each([
    ...lost.map((fault) => [fault, { replayed: true, attempts: 2 }] as const),
    ...neverArrived.map((fault) => [fault, { replayed: false, attempts: 2 }] as const),
  ])('%s', async (fault, expected) => {
    const request = message();
    proxy.next(fault);
    expect((await client().schedule(request)).data).toMatchObject(expected);
    expect(await service.count(request.requestId)).toBe(1);
  });
});

// The answer to the second attempt is a refusal, and final though it is truncated.
const repeatable = [...lost, ...neverArrived].filter((fault) => fault !== 'forwarded, truncated');

describe('faults on every attempt: the outcome is unknown', () => {
  test.each(repeatable)('%s', async (fault) => {
    const request = message();
    proxy.next(fault, fault, fault);
    expect((await client().schedule(request)).error).toMatchObject({ outcome: 'unknown', attempts: 3 });
    expect(await service.count(request.requestId)).toBe(lost.includes(fault) ? 1 : 0);

    proxy.next();
    const again = await client().schedule(request);
    expect(again.error?.code).toBe(lost.includes(fault) ? 'requestId-is-not-unique' : undefined);
    expect(await service.count(request.requestId)).toBe(1);
  });
});

describe('without retry', () => {
  test.each([...lost, ...neverArrived])('%s: sent once, and unknown', async (fault) => {
    const request = message();
    proxy.next(fault);
    const { error } = await client({ retry: false }).schedule(request);
    expect(error).toMatchObject({ outcome: 'unknown', attempts: 1 });
    expect(await service.count(request.requestId)).toBe(lost.includes(fault) ? 1 : 0);
  });
});

describe('the message history resolves an unknown outcome, and nothing is sent again', () => {
  const historyClient = () =>
    createHistoryClient({ baseUrl: proxy.url, apiKey: 'demo-key', timeoutMs: limitMs, retry: false });

  test.each(lost)('%s: it was accepted', async (fault) => {
    const request = message();
    proxy.next(fault);
    const { data } = await historyClient().schedule(request, { resolveUnknown: true });
    expect(data).toMatchObject({ replayed: true, attempts: 1, messageId: expect.any(Number) });
    expect(await service.count(request.requestId)).toBe(1);
  });

  test.each(neverArrived)('%s: it was not, once it can no longer be under way', async (fault) => {
    const request = message();
    proxy.next(fault);
    const { error } = await historyClient().schedule(request, { resolveUnknown: { underWayMs: 300 } });
    expect(error).toMatchObject({ outcome: 'not-scheduled', attempts: 1 });
    expect(await service.count(request.requestId)).toBe(0);
  });
});

test('all faults in turn: one message, replayed', async () => {
  const request = message();
  proxy.next('page', 'reset', 'forwarded, dropped', 'forwarded, page', 'forwarded, cut');
  const { data } = await client({ retry: { attempts: 6, baseDelayMs: 1 } }).schedule(request);
  expect(data).toMatchObject({ replayed: true, attempts: 6 });
  expect(await service.count(request.requestId)).toBe(1);
});

test('a damaged rejection schedules nothing', async () => {
  const request = { ...message(), cascadeId: 404404 };
  proxy.next('forwarded, truncated');
  expect((await client().schedule(request)).error).toMatchObject({
    kind: 'unreadable',
    status: 400,
    outcome: 'not-scheduled',
  });
  proxy.next('forwarded, cut');
  expect((await client().schedule(request)).error).toMatchObject({
    code: 'cascade-not-found',
    outcome: 'not-scheduled',
  });
  expect(await service.count(request.requestId)).toBe(0);
});

test('an unreachable provider has scheduled nothing', async () => {
  const gone = await startFaultyProxy(service.url);
  await gone.close();
  const { error } = await client({ baseUrl: gone.url }).schedule(message());
  expect(error).toMatchObject({ kind: 'connection', outcome: 'not-scheduled', attempts: 3 });
});
