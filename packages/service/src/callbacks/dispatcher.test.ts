import { expect, test } from 'vitest';
import { pendingCallback } from '../testing/pending.ts';
import { createDispatcher, type DispatcherSettings } from './dispatcher.ts';
import type { AttemptResult } from './post-callback.ts';

const settings: DispatcherSettings = {
  capacity: 100,
  concurrency: 40,
  perDestination: 4,
  circuit: { failures: 3, shortestPause: 1_000, longestPause: 4_000 },
};

/** A dispatcher whose clock and attempts the test controls. */
function setUp() {
  const clock = { now: 1_000_000 };
  const open: { readonly url: string; readonly end: (outcome: AttemptResult['outcome']) => Promise<void> }[] =
    [];
  const deferred: { readonly url: string; readonly after: number }[] = [];
  const dispatcher = createDispatcher({
    settings,
    now: () => clock.now,
    random: () => 0,
    attempt({ url }) {
      const { promise, resolve } = Promise.withResolvers<AttemptResult['outcome']>();
      open.push({
        url,
        async end(outcome) {
          resolve(outcome);
          await promise;
          await Promise.resolve();
        },
      });
      return promise;
    },
    defer: ({ url }, until) => deferred.push({ url, after: until.getTime() - clock.now }),
  });
  const send = (url: string, count = 1) => {
    for (let index = 0; index < count; index += 1) dispatcher.dispatch(pendingCallback({ url }));
  };
  const toUrl = (url: string) => open.filter((attempt) => attempt.url === url).length;
  return { clock, open, deferred, dispatcher, send, toUrl };
}

test('limits the attempts at once to one destination, and starts the next when one ends', async () => {
  const { open, send } = setUp();
  send('a', 6);
  expect(open).toHaveLength(4);
  await open[0]?.end('accepted');
  expect(open).toHaveLength(5);
});

test('leaves room for the next destination, however many are slow', () => {
  const { send, toUrl, deferred } = setUp();
  for (let index = 0; index < 10; index += 1) send(`slow-${index}`, 200);
  expect(deferred.length).toBeGreaterThan(1_800);
  send('good');
  expect(deferred.filter(({ url }) => url === 'good')).toEqual([]);
  expect(toUrl('good')).toBe(1);
});

test('waits for a fast destination instead of deferring its callbacks, until it stalls', async () => {
  const { clock, open, deferred, dispatcher, send } = setUp();
  // Attempts that take no time make it count as fast.
  send('a', 2);
  for (let index = 0; index < 40; index += 1) {
    send('a');
    await open[index]?.end('accepted');
  }
  expect(dispatcher.congested).toBe(false);
  send('a', 40);
  expect(dispatcher.congested).toBe(true);
  expect(deferred).toEqual([]);
  clock.now += 101;
  expect(dispatcher.congested).toBe(false);
  send('a');
  expect(deferred).toHaveLength(1);
});

test('does not assume that a new destination is fast', () => {
  const { deferred, send } = setUp();
  send('a', 30);
  expect(deferred).toHaveLength(10);
});

test('does not let even a fast destination use more than half of the capacity', async () => {
  const { open, deferred, send } = setUp();
  send('a', 2);
  for (let index = 0; index < 40; index += 1) {
    send('a');
    await open[index]?.end('accepted');
  }
  send('a', 60);
  expect(deferred).toHaveLength(12);
});

test('spreads deferred callbacks over the time that the destination needs for them', () => {
  const { send, deferred } = setUp();
  send('slow', 200);
  const delays = deferred.map(({ after }) => after);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(new Set(delays).size).toBe(delays.length);
});

test('pauses a failing destination for longer and longer, and probes it with one attempt', async () => {
  const { clock, open, deferred, send } = setUp();
  send('a', 5);
  for (const attempt of open.slice(0, 3)) await attempt.end('failed');
  // Three consecutive failures: waiting and new callbacks are deferred.
  const before = open.length;
  send('a');
  expect(open).toHaveLength(before);
  expect(deferred.at(-1)).toEqual({ url: 'a', after: 1_000 });
  for (const attempt of open.slice(3)) await attempt.end('failed');

  for (const pause of [2_000, 4_000, 4_000]) {
    clock.now += 10_000;
    const probes = open.length;
    send('a', 3);
    expect(open).toHaveLength(probes + 1);
    await open.at(-1)?.end('failed');
    send('a');
    expect(deferred.at(-1)).toEqual({ url: 'a', after: pause });
  }

  clock.now += 10_000;
  send('a');
  await open.at(-1)?.end('accepted');
  const working = open.length;
  send('a', 4);
  expect(open).toHaveLength(working + 4);
});

test('does not pause a destination for single failures', async () => {
  const { open, send, deferred } = setUp();
  for (let index = 0; index < 10; index += 1) {
    send('a');
    await open.at(-1)?.end(index % 2 === 0 ? 'accepted' : 'failed');
  }
  expect(deferred).toEqual([]);
});

test('defers waiting callbacks when it is closed', () => {
  const { open, deferred, dispatcher, send } = setUp();
  send('a', 6);
  dispatcher.close();
  send('b');
  expect(open).toHaveLength(4);
  expect(deferred).toEqual([
    { url: 'a', after: 0 },
    { url: 'a', after: 0 },
    { url: 'b', after: 0 },
  ]);
});

test('defers what waits for a destination that answered 410, and starts no attempt', async () => {
  const { open, deferred, send } = setUp();
  send('a', 10);
  await open[0]?.end('gone');
  expect(open).toHaveLength(4);
  expect(deferred).toEqual(Array(6).fill({ url: 'a', after: 0 }));
});
