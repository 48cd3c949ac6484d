import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientOf, message } from '../test/support/client-of.ts';
import { createCascadeClient } from './create-cascade-client.ts';
import { createTestProvider } from './test-provider/create-test-provider.ts';

describe('the signal', () => {
  test('that has already fired: nothing is sent', async () => {
    const provider = createTestProvider();
    const { error } = await clientOf(provider).schedule(message, { signal: AbortSignal.abort('shut down') });
    expect(error).toMatchObject({
      kind: 'aborted',
      attempts: 0,
      outcome: 'not-scheduled',
      cause: 'shut down',
    });
    expect(provider.received).toBe(0);
  });

  test('during an attempt: ends at once, even if fetch ignores it; unknown', async () => {
    const controller = new AbortController();
    const fetch = () => {
      queueMicrotask(() => controller.abort('changed my mind'));
      return new Promise<Response>(() => {});
    };
    const { error } = await clientOf({ fetch }).schedule(message, { signal: controller.signal });
    expect(error).toMatchObject({
      kind: 'aborted',
      attempts: 1,
      outcome: 'unknown',
      cause: 'changed my mind',
    });
  });

  test('reaches fetch', async () => {
    const controller = new AbortController();
    const fetch = ({ signal }: Request) =>
      new Promise<Response>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        controller.abort();
      });
    const { error } = await clientOf({ fetch }).listCascades({}, { signal: controller.signal });
    expect(error?.kind).toBe('aborted');
  });

  test.each([
    ['too-many-requests', 'not-scheduled'],
    ['system-error', 'unknown'],
  ])('during the wait after %s: no further attempt, %s', async (code, outcome) => {
    const provider = createTestProvider();
    provider.next({ code });
    const controller = new AbortController();
    const client = clientOf({ ...provider, retry: { baseDelayMs: 30_000 } });
    const pending = client.schedule(message, { signal: controller.signal });
    await vi.waitFor(() => expect(provider.received).toBe(1), { timeout: 60_000 });
    setImmediate(() => controller.abort());
    expect((await pending).error).toMatchObject({ kind: 'aborted', outcome });
    expect(provider.received).toBe(1);
  });
});

describe('the wait between attempts', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  async function waits(retryAfter: string | undefined, retry = {}): Promise<number[]> {
    const at: number[] = [];
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    const fetch = async () => {
      at.push(Date.now());
      return new Response('', { status: 503, headers });
    };
    const client = createCascadeClient({ baseUrl: 'https://provider.test', apiKey: 'k', fetch, retry });
    const pending = client.listCascades();
    await vi.runAllTimersAsync();
    await pending;
    return at.slice(1).map((time, index) => time - (at[index] ?? 0));
  }

  test('doubles from the base delay', async () => {
    expect(await waits(undefined, { attempts: 4 })).toEqual([250, 500, 1_000]);
  });

  test('is shortened at random by up to half, and bounded', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999_999);
    expect(await waits(undefined, { attempts: 2, baseDelayMs: 1_000 })).toEqual([500]);
    expect(await waits(undefined, { attempts: 2, baseDelayMs: 9_000, maxDelayMs: 4_000 })).toEqual([2_000]);
  });

  test('is what Retry-After asks for, in seconds', async () => {
    expect(await waits('2', { attempts: 2 })).toEqual([2_000]);
  });

  test('is what Retry-After asks for, as a date', async () => {
    expect(await waits('Sat, 21 Nov 2026 12:00:07 GMT', { attempts: 2 })).toEqual([7_000]);
  });

  test.each(['Sat, 21 Nov 2026 11:00:00 GMT', 'soon', '0'])(
    'is the back-off if Retry-After is %s',
    async (value) => {
      expect(await waits(value, { attempts: 2 })).toEqual([250]);
    },
  );

  test('is skipped if Retry-After exceeds the longest delay', async () => {
    expect(await waits('31')).toEqual([]);
  });
});

test('every attempt sends the same bytes, even if the caller changes the object meanwhile', async () => {
  const bodies: string[] = [];
  const changing = { ...message, comment: 'before' };
  const fetch = async (request: Request) => {
    bodies.push(await request.text());
    changing.comment = 'after';
    return new Response('', { status: 502 });
  };
  await clientOf({ fetch }).schedule(changing);
  expect(bodies).toHaveLength(3);
  expect(new Set(bodies).size).toBe(1);
});

test('retry: false sends once', async () => {
  const provider = createTestProvider();
  provider.next({ code: 'system-error' });
  const { error } = await clientOf({ ...provider, retry: false }).schedule(message);
  expect(error).toMatchObject({ attempts: 1, outcome: 'unknown' });
});

describe('programming errors are thrown', () => {
  test.each([
    ['a base address that is not a URL', { baseUrl: 'provider' }],
    ['a base address without a scheme', { baseUrl: 'provider.test:8080' }],
    ['a base address of another scheme', { baseUrl: 'ftp://provider.test' }],
    ['a base address with a query', { baseUrl: 'https://provider.test/?a=1' }],
    ['a base address with a fragment', { baseUrl: 'https://provider.test#a' }],
    ['a base address with credentials', { baseUrl: 'https://user:secret@provider.test' }],
    ['a key that is not a header value', { apiKey: 'secret\nb' }],
    ['a key with other letters', { apiKey: 'secret-ключ' }],
    ['an empty key', { apiKey: '' }],
    ['a blank key', { apiKey: ' \t' }],
    ['a key that is not there', { apiKey: undefined as unknown as string }],
  ])('%s', (_, options) => {
    expect(() => clientOf(options)).toThrow(TypeError);
    expect(() => clientOf(options)).not.toThrow(/secret/);
  });

  test('a message that is not JSON', async () => {
    const provider = createTestProvider();
    await expect(clientOf(provider).schedule({ ...message, cascadeId: Object(1n) })).rejects.toThrow(
      TypeError,
    );
    expect(provider.received).toBe(0);
  });

  test('a request that cannot be built', async () => {
    const provider = createTestProvider();
    let built = 0;
    class Failing extends Request {
      constructor(...args: ConstructorParameters<typeof Request>) {
        super(...args);
        built += 1;
        if (built > 1) throw new RangeError('no request');
      }
    }
    vi.stubGlobal('Request', Failing);
    const client = clientOf(provider);
    try {
      await expect(client.schedule(message)).rejects.toThrow(RangeError);
    } finally {
      vi.unstubAllGlobals();
    }
    expect(provider.received).toBe(0);
  });
});

test('no redirect is followed: it could hand the key to another host', async () => {
  const redirects: string[] = [];
  const fetch = async ({ redirect }: Request) => {
    redirects.push(redirect);
    return new Response('', { status: 307, headers: { location: 'https://elsewhere.test/' } });
  };
  expect((await clientOf({ fetch }).schedule(message)).error).toMatchObject({ status: 307, attempts: 1 });
  expect(redirects).toEqual(['manual']);
});
