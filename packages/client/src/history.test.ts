import { describe, expect, test, vi } from 'vitest';
import { message } from '../test/support/client-of.ts';
import { createHistoryClient } from './history.ts';
import type { Interference } from './test-provider/create-test-provider.ts';
import { createTestProvider } from './test-provider/create-test-provider.ts';

const requestId = '6A1F0C2B-4d5e-4691-8111-12222aaaa001';
const own = { ...message, requestId };
const lost: Interference = { drop: 'answer' };
const dropped: Interference = { drop: 'request' };

function setUp(...interferences: readonly Interference[]) {
  const provider = createTestProvider();
  provider.next(...interferences);
  const options = { baseUrl: 'https://provider.test', apiKey: 'demo-key' };
  const client = (fetch = provider.fetch) => createHistoryClient({ ...options, fetch, retry: false });
  return { provider, client };
}

/** A provider whose history answers with this. */
const answering = (body: unknown, status = 200) =>
  setUp().client(async () => new Response(JSON.stringify(body), { status }));

describe('findMessage', () => {
  test('finds the message of a request id in any case, with number, status and entries', async () => {
    const { client } = setUp();
    await client().schedule(message);
    await client().schedule(own);
    const { data } = await client().findMessage(requestId.toLowerCase());
    expect(data).toMatchObject({ outcome: 'found', messageId: 2, status: 'ENQUEUED' });
    expect(data?.outcome === 'found' && data.entries).toMatchObject([{ requestId, cascadeId: 2002 }]);
  });

  test('does not find a message that was never scheduled', async () => {
    expect((await setUp().client().findMessage(requestId)).data).toEqual({ outcome: 'not-found' });
  });

  test.each([404, 405])('is unavailable where the operation answers %i', async (status) => {
    expect((await answering({ title: 'x', status }, status).findMessage(requestId)).data).toEqual({
      outcome: 'unavailable',
    });
  });

  test.each([
    [{ messageId: 7, deliveryStatus: 'READ' }],
    [{ messageId: 7, deliveryStatus: 'READ', requestId: null }],
    [{ messageId: 7, deliveryStatus: 'READ', requestId: '6a1f0c2b-4d5e-4691-8111-12222aaaa002' }],
  ])('is unavailable where the provider ignores the filter: %j', async (entry) => {
    const { data } = await answering({ hasNext: true, content: [entry] }).findMessage(requestId);
    expect(data).toEqual({ outcome: 'unavailable' });
  });

  test.each([null, [], {}, { content: {} }, { content: [1] }, { content: [{ messageId: 'a' }] }])(
    'a page of another shape is unreadable: %j',
    async (body) => {
      expect((await answering(body).findMessage(requestId)).error?.kind).toBe('unreadable');
    },
  );

  test('a refusal is an error', async () => {
    const { client } = setUp({ code: 'auth-error' });
    expect((await client().findMessage(requestId)).error?.code).toBe('auth-error');
  });
});

describe('schedule with resolveUnknown', () => {
  test('a lost answer becomes the message that the provider has, sent once', async () => {
    const { client, provider } = setUp(lost);
    const { data } = await client().schedule(own, { resolveUnknown: true });
    expect(data).toEqual({ requestId, replayed: true, attempts: 1, messageId: 1 });
    expect(provider.scheduled).toHaveLength(1);
    expect(provider.received).toBe(2);
  });

  test('a request that arrives late is found by asking again', async () => {
    const { client, provider } = setUp({ arrivesAfterMs: 200 });
    const patient = { timeoutMs: 50, resolveUnknown: { underWayMs: 60_000 } };
    const { data } = await client().schedule(own, patient);
    expect(data).toMatchObject({ replayed: true, messageId: 1 });
    expect(provider.scheduled).toHaveLength(1);
  });

  test('a dropped request is not scheduled once it can no longer be under way, and not before', async () => {
    const { client, provider } = setUp(dropped);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const isDone = vi.fn();
    const pending = client().schedule(own, { resolveUnknown: { underWayMs: 400 } });
    void pending.then(isDone);
    // No time passes: the client asks again and again, and does not know.
    await vi.waitFor(() => expect(provider.received).toBeGreaterThan(3), 60_000);
    expect(isDone).not.toHaveBeenCalled();
    clock.mockReturnValue(1_400);
    expect((await pending).error).toMatchObject({ kind: 'connection', outcome: 'not-scheduled', requestId });
    expect(provider.scheduled).toEqual([]);
  });

  test('an empty history proves nothing without that time', async () => {
    const { client, provider } = setUp(dropped);
    const { error } = await client().schedule(own, { resolveUnknown: true });
    expect(error).toMatchObject({ outcome: 'unknown' });
    expect(provider.received).toBeGreaterThan(3);
  });

  test.each<[string, Interference]>([
    ['no history', { code: 'not-found' }],
    ['a fault', { code: 'system-error' }],
    ['a refusal', { code: 'auth-error' }],
  ])('%s leaves the outcome unknown', async (_, how) => {
    const { client } = setUp(dropped, how);
    const resolveUnknown = { underWayMs: 0 };
    expect((await client().schedule(own, { resolveUnknown })).error?.outcome).toBe('unknown');
  });

  test('a certain rejection asks nothing', async () => {
    const { client, provider } = setUp({ code: 'out-of-balance' });
    const { error } = await client().schedule(own, { resolveUnknown: true });
    expect(error?.outcome).toBe('not-scheduled');
    expect(provider.received).toBe(1);
  });

  test('the signal ends the asking; the outcome stays unknown', async () => {
    const { client, provider } = setUp(dropped);
    const controller = new AbortController();
    const options = { signal: controller.signal, resolveUnknown: { underWayMs: 600_000 } };
    const pending = client().schedule(own, options);
    await vi.waitFor(() => expect(provider.received).toBeGreaterThan(1), 60_000);
    controller.abort();
    expect((await pending).error?.outcome).toBe('unknown');
  });

  test.each([Number.NaN, -1])(
    'underWayMs %d is an error of the caller; nothing is sent',
    async (underWayMs) => {
      const { client, provider } = setUp();
      await expect(client().schedule(own, { resolveUnknown: { underWayMs } })).rejects.toThrow('underWayMs');
      expect(provider.received).toBe(0);
    },
  );

  test('scheduleOrThrow looks it up too', async () => {
    const { client } = setUp(lost);
    expect(await client().scheduleOrThrow(own, { resolveUnknown: true })).toMatchObject({ messageId: 1 });
  });
});
