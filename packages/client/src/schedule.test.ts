import { describe, expect, test, vi } from 'vitest';
import { attemptLimits, limitMs } from '../test/support/attempt-limits.ts';
import { clientOf, message } from '../test/support/client-of.ts';
import { CascadeError } from './failure.ts';
import { createHistoryClient } from './history.ts';
import type { ClientOptions } from './options.ts';
import type { Interference } from './test-provider/create-test-provider.ts';
import { createTestProvider } from './test-provider/create-test-provider.ts';

const requestId = '6a1f0c2b-4d5e-4691-8111-12222aaaa001';
const page: Interference = { answer: { status: 502, body: '<h1>Bad gateway</h1>' } };
const quick = ({ fetch }: Required<Pick<ClientOptions, 'fetch'>>) => ({ fetch, retry: { baseDelayMs: 0 } });

function setUp(...interferences: Interference[]) {
  const provider = createTestProvider();
  provider.next(...interferences);
  const client = (options: Partial<ClientOptions> = {}) => clientOf({ fetch: provider.fetch, ...options });
  return { provider, client: client(), trusting: client({ usedIdMeansAccepted: true }) };
}

test('a message gets a new requestId, or keeps its own', async () => {
  const { client, provider } = setUp();
  const first = await client.schedule(message);
  const second = await client.schedule(message);
  expect(first.data).toMatchObject({ replayed: false, attempts: 1 });
  expect(first.data?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(second.data?.requestId).not.toBe(first.data?.requestId);
  expect((await client.schedule({ ...message, requestId })).data?.requestId).toBe(requestId);
  expect(provider.scheduled.map((one) => one.requestId)).toContain(requestId);
});

describe('an answer that was lost', () => {
  test.each<[string, Interference]>([
    ['a dropped answer', { drop: 'answer' }],
    ['a late answer', { delayMs: 60_000 }],
  ])('%s: retried with the same requestId; replayed where a used id means accepted', async (_, how) => {
    const { trusting, provider } = setUp(how);
    const limits = attemptLimits();
    const pending = trusting.schedule(message, { timeoutMs: limitMs });
    await vi.waitFor(() => expect(provider.scheduled).toHaveLength(1), 60_000);
    if ('delayMs' in how) limits.runOut();
    const { data } = await pending;
    expect(data).toMatchObject({ replayed: true, attempts: 2 });
    expect(provider.scheduled).toHaveLength(1);
    expect(provider.scheduled[0]?.requestId).toBe(data?.requestId);
  });

  test.each<[string, Interference]>([
    ['a dropped request', { drop: 'request' }],
    ['a fault', { code: 'system-error' }],
    ['overload', { code: 'service-unavailable' }],
    ['too fast', { code: 'too-many-requests' }],
    ['a gateway page', { answer: { status: 502, body: '<h1>Bad gateway</h1>' } }],
    ['a request time-out', { answer: { status: 408, body: '' } }],
  ])('%s: retried, scheduled, not replayed', async (_, how) => {
    const { client, provider } = setUp(how);
    expect((await client.schedule(message)).data).toMatchObject({ replayed: false, attempts: 2 });
    expect(provider.scheduled).toHaveLength(1);
  });
});

describe('a requestId that is not unique', () => {
  test.each<[string, Interference]>([
    ['a fault with a problem body', { code: 'system-error' }],
    ['a lost answer that was a refusal', { drop: 'answer' }],
  ])('after %s at a provider that uses up failed ids: unknown, never a success', async (_, how) => {
    const provider = createTestProvider({ usesUpFailedIds: true });
    provider.next(how);
    const client = createHistoryClient({
      baseUrl: 'https://provider.test',
      apiKey: 'poor-key',
      ...quick(provider),
    });
    const { data, error } = await client.schedule(message);
    expect(data).toBeUndefined();
    expect(error).toMatchObject({ code: 'requestId-is-not-unique', outcome: 'unknown', attempts: 2 });
    expect(provider.scheduled).toEqual([]);
    provider.next(how);
    const resolveUnknown = { underWayMs: 0 };
    expect((await client.schedule(message, { resolveUnknown })).error?.outcome).toBe('not-scheduled');
  });

  test.each<Interference>([{ code: 'system-error' }, { drop: 'answer' }, page])(
    'after %j is unknown at a provider that nothing is known of',
    async (how) => {
      const { client } = setUp(how, { code: 'requestId-is-not-unique' });
      expect((await client.schedule(message)).error).toMatchObject({ outcome: 'unknown', attempts: 2 });
    },
  );

  test('on the first attempt, with an id of the caller, is unknown: an earlier call may have used it', async () => {
    const used = { code: 'requestId-is-not-unique' } as const;
    const { client, trusting } = setUp(used, used);
    for (const one of [client, trusting]) {
      const { error } = await one.schedule({ ...message, requestId });
      expect(error).toMatchObject({ ...used, outcome: 'unknown', requestId });
    }
  });

  test('on the first attempt, with an id of this call, is not scheduled', async () => {
    const { client } = setUp({ code: 'requestId-is-not-unique' });
    expect((await client.schedule(message)).error?.outcome).toBe('not-scheduled');
  });

  test('in the call that repeats one of unknown outcome is unknown', async () => {
    const { client, provider } = setUp(...Array(3).fill({ drop: 'answer' }));
    const { error: first } = await client.schedule(message);
    expect(first?.outcome).toBe('unknown');
    const { error } = await client.schedule({ ...message, requestId: first?.requestId });
    expect(error).toMatchObject({ code: 'requestId-is-not-unique', outcome: 'unknown' });
    expect(provider.scheduled).toHaveLength(1);
  });

  test('after attempts that were all certainly rejected is an error', async () => {
    const { client } = setUp({ code: 'too-many-requests' }, { code: 'requestId-is-not-unique' });
    const { error } = await client.schedule(message);
    expect(error).toMatchObject({ code: 'requestId-is-not-unique', outcome: 'not-scheduled', attempts: 2 });
  });

  test('after a connection that was never established is an error', async () => {
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    });
    const { provider } = setUp({ code: 'requestId-is-not-unique' });
    const fetch = vi.fn(provider.fetch).mockRejectedValueOnce(refused);
    const { error } = await clientOf({ fetch }).schedule(message);
    expect(error).toMatchObject({ code: 'requestId-is-not-unique', outcome: 'not-scheduled', attempts: 2 });
  });
});

describe('the outcome of a failure', () => {
  test.each<[string, Interference[], object]>([
    ['a refusal', [{ code: 'out-of-balance' }], { kind: 'problem', outcome: 'not-scheduled', attempts: 1 }],
    [
      '429 to the end',
      Array(3).fill({ code: 'too-many-requests' }),
      { outcome: 'not-scheduled', attempts: 3 },
    ],
    ['a redirect', [{ answer: { status: 307, body: '' } }], { kind: 'unreadable', outcome: 'not-scheduled' }],
    ['a gateway to the end', [page, page, page], { kind: 'unreadable', status: 502, outcome: 'unknown' }],
    [
      'a lost answer to the end',
      Array(3).fill({ drop: 'answer' }),
      { kind: 'connection', outcome: 'unknown' },
    ],
    [
      'a lost answer, then a refusal of the key',
      [{ drop: 'answer' }, { code: 'auth-error' }],
      { outcome: 'unknown' },
    ],
    [
      '500 and then a refusal',
      [{ code: 'system-error' }, { code: 'out-of-balance' }],
      { outcome: 'unknown' },
    ],
  ])('%s', async (_, interferences, expected) => {
    expect((await setUp(...interferences).client.schedule(message)).error).toMatchObject(expected);
  });

  test('a time-out on the last attempt is unknown until a call with the same requestId', async () => {
    const { client, provider } = setUp({ delayMs: 60_000 });
    const limits = attemptLimits();
    const once = clientOf({ fetch: provider.fetch, retry: false, timeoutMs: limitMs });
    const pending = once.schedule({ ...message, requestId });
    await vi.waitFor(() => expect(provider.scheduled).toHaveLength(1), 60_000);
    limits.runOut();
    const { error } = await pending;
    expect(error).toMatchObject({ kind: 'timeout', outcome: 'unknown', attempts: 1, requestId });
    expect((await client.schedule({ ...message, requestId })).error?.code).toBe('requestId-is-not-unique');
    expect(provider.scheduled).toHaveLength(1);
  });
});

describe('a 2xx', () => {
  const schedule = (answer: Response) =>
    clientOf({ fetch: async () => answer, timeoutMs: 20, retry: false }).schedule({ ...message, requestId });

  test.each([
    ['no body', new Response(null, { status: 204 })],
    ['an empty body', new Response('', { status: 202 })],
    ['the echo', Response.json({ requestId })],
    ['the echo in capitals', Response.json({ requestId: requestId.toUpperCase() })],
    ['another shape', Response.json({ id: 1 }, { status: 201 })],
    ['a title of its own', Response.json({ requestId, title: 'Welcome' })],
  ])('with %s is a success', async (_, answer) => {
    expect((await schedule(answer)).data).toEqual({ requestId, replayed: false, attempts: 1 });
  });

  test.each([
    ['HTML, as a portal answers', 'unreadable', new Response('<p>Sign in</p>', { status: 200 })],
    ['truncated JSON', 'unreadable', new Response('{"reque', { status: 200 })],
    ['JSON that is not an object', 'unreadable', Response.json(['ok'])],
    ['the echo of another request', 'unreadable', Response.json({ requestId: crypto.randomUUID() })],
    ['a problem', 'unreadable', Response.json({ title: 'Out of balance', status: 400, detail: 'x' })],
    ['a problem without a status', 'unreadable', Response.json({ title: 'out-of-balance' })],
    [
      'a body that breaks off',
      'connection',
      new Response(new ReadableStream({ pull: (c) => c.error(new Error()) })),
    ],
    ['a body that never ends', 'timeout', new Response(new ReadableStream())],
  ])('with %s is unknown', async (_, kind, answer) => {
    const { data, error } = await schedule(answer);
    expect(data).toBeUndefined();
    expect(error).toMatchObject({ kind, status: 200, outcome: 'unknown', attempts: 1, requestId });
  });
});

test.each<[string, Interference]>([
  ['a page of a portal', { answer: { status: 200, body: '<p>Sign in</p>' } }],
  ['truncated JSON', { answer: { status: 200, body: '{"reque' } }],
])('%s with 200 is retried, and nothing is sent twice', async (_, how) => {
  const { client, provider } = setUp(how);
  expect((await client.schedule(message)).data).toMatchObject({ replayed: false, attempts: 2 });
  expect(provider.scheduled).toHaveLength(1);
});

describe('scheduleOrThrow', () => {
  test('gives the data', async () => {
    expect(await setUp().client.scheduleOrThrow(message)).toMatchObject({ replayed: false });
  });

  test('throws the failure', async () => {
    const thrown = await setUp({ code: 'out-of-balance' })
      .client.scheduleOrThrow(message)
      .catch((error) => error);
    expect(thrown).toBeInstanceOf(CascadeError);
    expect(thrown).toMatchObject({ failure: { outcome: 'not-scheduled' } });
  });

  const idOf = ({ failure }: CascadeError) => failure.requestId;

  test('the message has code, status, detail and request id', async () => {
    const thrown = await setUp({ code: 'out-of-balance', detail: 'needs 3, has 2' })
      .client.scheduleOrThrow(message)
      .catch((error) => error);
    expect(thrown.message).toBe(`out-of-balance (400): needs 3, has 2; request ${idOf(thrown)}`);
    expect(thrown).not.toHaveProperty('cause');
  });

  test('the message of a failure without a problem has its kind, and the cause is kept', async () => {
    const dropped = setUp({ drop: 'request' }, { drop: 'request' }, { drop: 'request' });
    const thrown = await dropped.client.scheduleOrThrow(message).catch((error) => error);
    expect(thrown.message).toBe(`connection (no answer); request ${idOf(thrown)}`);
    expect(thrown.cause).toMatchObject({ message: 'fetch failed' });
  });
});
