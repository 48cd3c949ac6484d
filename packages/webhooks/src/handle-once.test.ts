import { describe, expect, test } from 'vitest';
import type { Claim, EventStore } from './event-store.ts';
import { createMemoryStore } from './event-store.ts';
import type { ReceivedEvent } from './received-event.ts';
import { callback, receiver, undelivered, verdict } from './testing/callbacks.ts';

const again = (id = 'msg_1') => callback(undelivered, { id });

describe('an event', () => {
  test('is handled once, however often it is sent', async () => {
    const { handler, events } = receiver();
    for (let time = 0; time < 3; time += 1) expect(await verdict(handler(await again()))).toEqual([200]);
    expect(events).toHaveLength(1);
  });

  test('with another id is another event', async () => {
    const { handler, events } = receiver();
    for (const id of ['msg_1', 'msg_2']) await handler(await again(id));
    expect(events).toHaveLength(2);
  });

  test('that failed is repeated by the sender, and handled then', async () => {
    let failures = 1;
    const fault = new Error('not now');
    const handled: unknown[] = [];
    const onStatus = ({ requestId }: ReceivedEvent) => {
      failures -= 1;
      if (failures >= 0) throw fault;
      handled.push(requestId);
    };
    const { handler, errors } = receiver({ onStatus });
    expect(await verdict(handler(await again()))).toEqual([500, 'system-error']);
    expect(errors).toEqual([fault]);
    expect(await verdict(handler(await again()))).toEqual([200]);
    expect(handled).toEqual([undelivered.requestId]);
  });

  test('that is being handled: 409, then 200', async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    let handled = 0;
    const onStatus = async () => {
      handled += 1;
      begin();
      await finished;
    };
    const { handler } = receiver({ onStatus });
    const first = handler(await again());
    await begun;
    expect(await verdict(handler(await again()))).toEqual([409, 'callback-in-progress']);
    finish();
    expect(await verdict(first)).toEqual([200]);
    expect(await verdict(handler(await again()))).toEqual([200]);
    expect(handled).toBe(1);
  });

  test('whose receiver crashed is handled when it is repeated after the claim has expired', async () => {
    let now = new Date();
    const store = createMemoryStore({ now: () => now });
    await store.claim('msg_1'); // by a process that has crashed
    const { handler, events } = receiver({ store, now: () => now });
    expect(await verdict(handler(await again()))).toEqual([409, 'callback-in-progress']);
    now = new Date(now.getTime() + 60_000);
    expect(await verdict(handler(await again()))).toEqual([200]);
    expect(events).toHaveLength(1);
  });
});

describe('a store that fails', () => {
  const fault = new Error('the store is away');
  const fail = () => Promise.reject(fault);
  const storeOf = (claim: () => Promise<Claim>): EventStore => ({ claim });
  const claimed = (part: Partial<Claim & { state: 'new' }>) => async (): Promise<Claim> => ({
    state: 'new',
    commit: async () => {},
    release: async () => {},
    ...part,
  });

  test('at the claim: 503, nothing is handled, the sender repeats', async () => {
    const { handler, events, errors } = receiver({ store: storeOf(fail) });
    expect(await verdict(handler(await again()))).toEqual([503, 'service-unavailable']);
    expect([events, errors]).toEqual([[], [fault]]);
  });

  test('at the commit: 200, because the event is handled', async () => {
    const { handler, events, errors } = receiver({ store: storeOf(claimed({ commit: fail })) });
    expect(await verdict(handler(await again()))).toEqual([200]);
    expect(events).toHaveLength(1);
    expect(errors).toEqual([fault]);
  });

  test('at the release: 500, and both faults are told', async () => {
    const other = new Error('not now');
    const onStatus = () => Promise.reject(other);
    const { handler, errors } = receiver({ store: storeOf(claimed({ release: fail })), onStatus });
    expect(await verdict(handler(await again()))).toEqual([500, 'system-error']);
    expect(errors).toEqual([other, fault]);
  });
});
