import { readText, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { createStatusHandler } from './create-status-handler.ts';
import { createMemoryStore, type EventStore } from './event-store.ts';
import type { ReceivedEvent } from './received-event.ts';

interface Received {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBase64: string;
  readonly meanwhile: boolean;
  readonly answer: number;
}

interface Vector {
  readonly says: string;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly starts: boolean;
  readonly handler: readonly string[];
  readonly store?: 'claim' | 'commit' | 'release';
  readonly longest?: number;
  readonly requests: readonly Received[];
  readonly handled: number;
  readonly event?: Readonly<Record<string, unknown>>;
}

const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(
  readText(repositoryRoot, 'spec/vectors/generated/receptions.json'),
);

/** A store of which one function fails. */
function storeWithout(failing: Vector['store'], now: () => Date): EventStore {
  const store = createMemoryStore({ now });
  const fail = async () => {
    throw new Error('the store is away');
  };
  return {
    async claim(id) {
      if (failing === 'claim') return fail();
      const claim = await store.claim(id);
      return failing !== undefined && claim.state === 'new' ? { ...claim, [failing]: fail } : claim;
    },
  };
}

/** A receiver as a vector wants it, whose handler waits until it is told to go on. */
function receiverOf({ secrets, now, handler: runs, store: failing, longest }: Vector) {
  const events: ReceivedEvent[] = [];
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: waits, resolve: begin } = Promise.withResolvers<void>();
  const clock = () => new Date(now * 1_000);
  const handler = createStatusHandler({
    secrets,
    now: clock,
    store: storeWithout(failing, clock),
    ...(longest === undefined ? {} : { maxBodyBytes: longest }),
    onError: () => {},
    async onStatus(event) {
      events.push(event);
      const run = runs[events.length - 1] ?? 'returns';
      if (run.startsWith('waits')) {
        begin();
        await goesOn;
      }
      if (/fails|panics/.test(run)) throw new Error('not now');
    },
  });
  return { handler, events, goOn, waits };
}

function requestOf({ method, headers, bodyBase64 }: Received): Request {
  const body = method === 'GET' || method === 'HEAD' ? null : Buffer.from(bodyBase64, 'base64');
  return new Request('http://localhost/', { method, headers: { ...headers }, body });
}

test.each(vectors.filter(({ starts }) => starts))('$says', async (vector) => {
  const { handler, events, goOn, waits } = receiverOf(vector);
  const send = async (request: Received) => (await handler(requestOf(request))).status;
  const answers = vector.requests.map(({ answer }) => answer);
  const got: number[] = [];
  let first: Promise<number> | undefined;
  for (const [index, request] of vector.requests.entries()) {
    if (vector.requests[index + 1]?.meanwhile && !request.meanwhile) {
      first = send(request);
      await waits;
      got.push(0);
      continue;
    }
    if (!request.meanwhile) await goOnWith();
    got.push(await send(request));
  }
  await goOnWith();
  expect(got).toEqual(answers);
  expect(events).toHaveLength(vector.handled);
  if (vector.event) expect(events[0]).toMatchObject(vector.event);

  /** Lets the handler end, and notes the answer to its request. */
  async function goOnWith(): Promise<void> {
    goOn();
    if (first) got[got.indexOf(0)] = await first;
    first = undefined;
  }
});

test.each(vectors.filter(({ starts }) => !starts))('does not start with $says', ({ secrets }) => {
  expect(() => createStatusHandler({ secrets, onStatus: () => {} })).toThrow(TypeError);
});

test('there are at least 50 receptions', () => {
  expect(vectors.length).toBeGreaterThanOrEqual(50);
});
