import { expect, it } from 'vitest';
import { createDispatcher, type DispatcherSettings } from './dispatcher.ts';
import type { AttemptResult } from './post-callback.ts';
import { pendingCallback } from './testing/pending.ts';

const settings: DispatcherSettings = {
  capacity: 100,
  concurrency: 40,
  perDestination: 4,
  circuit: { failures: 3, shortestPause: 1_000, longestPause: 4_000 },
};

/** A dispatcher whose clock and attempts are in the hands of the test. */
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

it('makes so many attempts at once to one destination, and the next when one ends', async () => {
  const { open, send } = setUp();
  send('a', 6);
  expect(open).toHaveLength(4);
  await open[0]?.end('accepted');
  expect(open).toHaveLength(5);
});

it('leaves room for the next destination, however many are slow', () => {
  const { send, toUrl, deferred } = setUp();
  for (let index = 0; index < 10; index += 1) send(`slow-${index}`, 200);
  expect(deferred.length).toBeGreaterThan(1_800);
  send('good');
  expect(deferred.filter(({ url }) => url === 'good')).toEqual([]);
  expect(toUrl('good')).toBe(1);
});

it('rather waits for a destination that is fast than to put its callbacks back, until it stalls', async () => {
  const { clock, open, deferred, dispatcher, send } = setUp();
  // Attempts that take no time show that it is fast.
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

it('takes no destination for fast that has not shown it', () => {
  const { deferred, send } = setUp();
  send('a', 30);
  expect(deferred).toHaveLength(10);
});

it('lets not even a fast destination take the second half of the room', async () => {
  const { open, deferred, send } = setUp();
  send('a', 2);
  for (let index = 0; index < 40; index += 1) {
    send('a');
    await open[index]?.end('accepted');
  }
  send('a', 60);
  expect(deferred).toHaveLength(12);
});

it('spreads what has to come back over the time that it will take', () => {
  const { send, deferred } = setUp();
  send('slow', 200);
  const delays = deferred.map(({ after }) => after);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(new Set(delays).size).toBe(delays.length);
});

it('leaves a destination alone that fails, longer and longer, and probes it with one attempt', async () => {
  const { clock, open, deferred, send } = setUp();
  send('a', 5);
  for (const attempt of open.slice(0, 3)) await attempt.end('failed');
  // Three failures in a row: what waits goes back, and what comes.
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

it('is not confused by single failures', async () => {
  const { open, send, deferred } = setUp();
  for (let index = 0; index < 10; index += 1) {
    send('a');
    await open.at(-1)?.end(index % 2 === 0 ? 'accepted' : 'failed');
  }
  expect(deferred).toEqual([]);
});

it('gives back what waits when it is closed', () => {
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

it('puts back what waits for a destination that is gone, and begins no attempt of it', async () => {
  const { open, deferred, send } = setUp();
  send('a', 10);
  await open[0]?.end('gone');
  expect(open).toHaveLength(4);
  expect(deferred).toEqual(Array(6).fill({ url: 'a', after: 0 }));
});
