import { describe, expect, test } from 'vitest';
import { pendingCallback } from '../../testing/values.ts';
import { createFirstAttempts } from '../first-attempts.ts';
import type { AttemptResult } from '../post-callback.ts';
import { Dispatcher, type DispatcherSettings } from './dispatcher.ts';

const settings: DispatcherSettings = {
  capacity: 266,
  slots: { total: 56, doubtful: 28, reserve: 20 },
  limit: { initial: 4, most: 8 },
  circuit: { failures: 3, shortestPause: 1_000, longestPause: 4_000 },
};

/** A dispatcher whose clock and attempts the test controls. */
function setUp() {
  const clock = { now: 1_000_000 };
  const firstAttempts = createFirstAttempts();
  const open: {
    readonly url: string;
    readonly eventId: string;
    readonly end: (outcome: AttemptResult['outcome']) => Promise<void>;
  }[] = [];
  const deferred: { readonly url: string; readonly after: number }[] = [];
  const parked: string[] = [];
  const recovered: string[] = [];
  const dropped: string[] = [];
  const dispatcher = new Dispatcher({
    settings,
    firstAttempts,
    now: () => clock.now,
    random: () => 0,
    ownLoad: { isBusy: () => false },
    attempt({ url, eventId }) {
      const { promise, resolve } = Promise.withResolvers<AttemptResult['outcome']>();
      open.push({
        url,
        eventId,
        async end(outcome) {
          resolve(outcome);
          await promise;
          await Promise.resolve();
        },
      });
      return promise;
    },
    defer({ url, eventId }, { dueInMs, visitInMs, isPaused }) {
      deferred.push({ url, after: visitInMs ?? dueInMs });
      if (isPaused) parked.push(eventId);
    },
    drop: ({ url }) => void dropped.push(url),
    recovered: ({ url }) => void recovered.push(url),
  });
  /** Each URL has its own. */
  const accounts = new Map<string, number>();
  const accountOf = (url: string) => {
    const id = accounts.get(url) ?? accounts.size + 1;
    accounts.set(url, id);
    return id;
  };
  const send = (url: string, count = 1, attempts = 0) => {
    const accountId = accountOf(url);
    for (let index = 0; index < count; index += 1)
      dispatcher.dispatch(pendingCallback({ url, accountId, attempts }));
  };
  const toUrl = (url: string) => open.filter((attempt) => attempt.url === url).length;
  /** Loads an event of one message, after the events with these ids. */
  const sendAfter = (eventId: string, earlier: readonly string[] = [], url = 'a') => {
    firstAttempts.take([eventId]);
    const before = earlier.map((id) => ({ eventId: id, turn: 0 }));
    dispatcher.dispatch(pendingCallback({ url, accountId: accountOf(url), eventId, earlier: before }));
  };
  /** One callback after the other, each accepted at once. */
  const prove = async (url: string, count = 40) => {
    for (let index = 0; index < count; index += 1) {
      send(url);
      await open.at(-1)?.end('accepted');
    }
    open.splice(0);
  };
  const started = () => open.map(({ eventId }) => eventId);
  return {
    clock,
    open,
    deferred,
    parked,
    recovered,
    dropped,
    accountOf,
    dispatcher,
    firstAttempts,
    send,
    sendAfter,
    prove,
    started,
    toUrl,
  };
}

test('starts a few attempts at once to a new destination, and the next when one ends', async () => {
  const { open, send } = setUp();
  send('a', 6);
  expect(open).toHaveLength(4);
  await open[0]?.end('accepted');
  expect(open.length).toBeGreaterThan(4);
});

test('leaves slots and room for the next destination, however many are slow', () => {
  const { send, toUrl, deferred } = setUp();
  for (let index = 0; index < 8; index += 1) send(`slow-${index}`, 200);
  expect(deferred.length).toBeGreaterThan(1_400);
  send('good');
  expect(deferred.filter(({ url }) => url === 'good')).toEqual([]);
  expect(toUrl('good')).toBe(1);
});

test('leaves the reserve to the first attempts of proven destinations', async () => {
  const { send, prove, toUrl, open } = setUp();
  await prove('good');
  for (let index = 0; index < 100; index += 1) send(`slow-${index}`, 1);
  expect(open).toHaveLength(settings.slots.doubtful);
  send('good', 3, 1);
  expect(toUrl('good')).toBe(0);
  send('good', 3);
  expect(toUrl('good')).toBe(3);
});

test('no longer counts a destination as proven when an attempt is overdue', async () => {
  const { send, prove, toUrl, clock } = setUp();
  await prove('good');
  for (let index = 0; index < 100; index += 1) send(`slow-${index}`, 1);
  send('good');
  clock.now += 300;
  send('good', 3);
  expect(toUrl('good')).toBe(1);
});

test('gives a slot that becomes free to the account with the fewest', async () => {
  const { dispatcher, open } = setUp();
  const sendOf = (accountId: number, url: string) => dispatcher.dispatch(pendingCallback({ url, accountId }));
  const to = (name: string) => `https://${name}.example`;
  for (let index = 0; index < 4; index += 1) sendOf(1, to(`one-${index}`));
  for (let index = 0; index < 40; index += 1) sendOf(100 + index, to(`many-${index}`));
  sendOf(1, to('last'));
  sendOf(2, to('next'));
  const before = open.length;
  await open.at(-1)?.end('failed');
  expect(open).toHaveLength(before + 1);
  expect(open.at(-1)?.url).not.toBe(to('last'));
});

test('waits for a fast destination instead of deferring its callbacks, until it stalls', async () => {
  const { clock, deferred, dispatcher, send, prove } = setUp();
  await prove('a');
  expect(dispatcher.isCongested(1)).toBe(false);
  send('a', 80);
  expect([dispatcher.isCongested(1), dispatcher.isCongested(2)]).toEqual([true, false]);
  expect(deferred).toEqual([]);
  clock.now += 251;
  expect(dispatcher.isCongested(1)).toBe(false);
  send('a', 40);
  expect(deferred.length).toBeGreaterThan(0);
});

test('does not assume that a new destination is fast', () => {
  const { deferred, send } = setUp();
  send('a', 30);
  expect(deferred).toHaveLength(10);
});

test('does not let even a fast destination use more than half of the capacity', async () => {
  const { deferred, send, prove } = setUp();
  await prove('a');
  send('a', 145);
  expect(deferred).toHaveLength(12);
});

test('has a full lane looked into once it may have sent half of what it has', () => {
  const { send, deferred } = setUp();
  send('slow', 200);
  // Four at once, each a tenth of a second, as long as nothing is known.
  const delays = deferred.map(({ after }) => after);
  expect(new Set(delays)).toEqual(new Set([(20 * 100) / 4 / 2]));
});

test('has callbacks of a paused destination wait until it is probed', async () => {
  const { open, send, deferred, parked } = setUp();
  send('a', 3);
  for (const attempt of [...open]) await attempt.end('failed');
  send('a', 100);
  expect(parked).toHaveLength(100);
  expect(new Set(deferred.map(({ after }) => after))).toEqual(new Set([1_000]));
});

test('claims what waits once its destination answers, and only then', async () => {
  const { clock, open, send, recovered } = setUp();
  send('a', 3);
  for (const attempt of [...open]) await attempt.end('failed');
  send('a', 10);
  clock.now += 1_000;
  send('a');
  await open.at(-1)?.end('failed');
  expect(recovered).toEqual([]);
  clock.now += 2_000;
  send('a');
  await open.at(-1)?.end('accepted');
  expect(recovered).toEqual(['a']);
});

test('asks with the first success, and then only after it has put something off', async () => {
  const { prove, send, open, recovered } = setUp();
  await prove('a');
  expect(recovered).toEqual(['a']);
  send('a', 145);
  await open.at(-1)?.end('accepted');
  expect(recovered).toEqual(['a', 'a']);
});

describe('a look into lanes that are due', () => {
  const key = (accountId: number, url: string) => ({ accountId, url });

  test('claims as many as a lane may attempt at once; of a proven one, as many as it may hold', async () => {
    const { dispatcher, prove, accountOf } = setUp();
    await prove('a');
    const visit = dispatcher.visits(1_000);
    expect(visit(key(99, 'new'))).toEqual({ room: 4, againInMs: 200 });
    expect(visit(key(accountOf('a'), 'a'))).toEqual({
      room: Math.floor(settings.capacity / 4),
      againInMs: 50,
    });
  });

  test('claims no more than there is room for in sum, and for an account', () => {
    const { dispatcher } = setUp();
    const inSum = dispatcher.visits(6);
    expect([1, 2, 3].map((account) => inSum(key(account, `https://a${account}.example`)).room)).toEqual([
      4, 2, 0,
    ]);
    const ofAccount = dispatcher.visits(1_000);
    const rooms = Array.from({ length: 100 }, (_, n) => ofAccount(key(7, `https://r${n}.example`)).room);
    // A quarter of three quarters of half of the capacity.
    expect(rooms.reduce((sum, room) => sum + room, 0)).toBe(Math.floor(((settings.capacity / 2) * 0.75) / 4));
  });

  test('comes again later each time that there is no room, and with the probe of a paused lane', async () => {
    const { dispatcher, open, send, clock, accountOf } = setUp();
    send('slow', 20);
    const slow = key(accountOf('slow'), 'slow');
    const delays = Array.from({ length: 4 }, () => dispatcher.visits(100)(slow).againInMs);
    expect(delays).toEqual([500, 1_000, 2_000, 4_000]);
    for (const attempt of open.slice(0, 3)) await attempt.end('failed');
    expect(dispatcher.visits(100)(slow)).toEqual({ room: 0, againInMs: 1_000 });
    clock.now += 1_000;
    for (const attempt of open.slice(3)) await attempt.end('failed');
    clock.now += 4_000;
    expect(dispatcher.visits(100)(slow)).toEqual({ room: 1, againInMs: 200 });
  });
});

test('probes a paused destination at once when its account registers a URL', async () => {
  const { open, send, parked, dispatcher, accountOf } = setUp();
  send('a', 3);
  for (const attempt of [...open]) await attempt.end('failed');
  dispatcher.renewed(accountOf('b'));
  send('a');
  expect(open).toHaveLength(3);
  dispatcher.renewed(accountOf('a'));
  send('a', 2);
  expect(open).toHaveLength(4);
  expect(parked).toHaveLength(2);
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
    clock.now += 1;
    send('a', 1);
    expect(deferred.at(-1)).toEqual({ url: 'a', after: pause - 1 });
  }

  clock.now += 10_000;
  send('a');
  await open.at(-1)?.end('accepted');
  const working = open.length;
  send('a', 4);
  expect(open.length).toBeGreaterThan(working);
});

test('pauses a silent destination after two time-outs', async () => {
  const { clock, open, send, deferred } = setUp();
  send('a', 4);
  clock.now += 15_000;
  for (const attempt of open.slice(0, 1)) await attempt.end('failed');
  expect(deferred).toEqual([]);
  send('a');
  expect(deferred).toHaveLength(1);
});

test('does not pause a destination for single failures', async () => {
  const { open, send, deferred } = setUp();
  for (let index = 0; index < 10; index += 1) {
    send('a');
    await open.at(-1)?.end(index % 2 === 0 ? 'accepted' : 'failed');
  }
  expect(deferred).toEqual([]);
});

test('drops waiting callbacks when it is closed', () => {
  const { open, dropped, dispatcher, send } = setUp();
  send('a', 6);
  dispatcher.close();
  send('b');
  expect(open).toHaveLength(4);
  expect(dropped).toEqual(['a', 'a', 'b']);
});

test('defers what waits for a destination that answered 410, and starts no attempt', async () => {
  const { open, deferred, send } = setUp();
  send('a', 10);
  await open[0]?.end('gone');
  expect(open).toHaveLength(4);
  expect(deferred).toEqual(Array(6).fill({ url: 'a', after: 0 }));
});

describe('the events of one message (ADR-0037)', () => {
  test.each(['accepted', 'failed'] as const)(
    'start when the one before has ended, if it was %s',
    async (outcome) => {
      const { open, sendAfter, started, deferred } = setUp();
      sendAfter('enqueued');
      sendAfter('delivered', ['enqueued', 'sent']);
      expect(deferred).toHaveLength(1);
      sendAfter('sent', ['enqueued']);
      sendAfter('read', ['enqueued', 'sent'], 'b');
      expect(started()).toEqual(['enqueued']);
      await open[0]?.end(outcome);
      expect(started()).toEqual(['enqueued', 'sent']);
      await open[1]?.end(outcome);
      expect(started()).toEqual(['enqueued', 'sent', 'read']);
    },
  );

  test('wait for an event that is held but not loaded yet', () => {
    const { firstAttempts, sendAfter, started, deferred } = setUp();
    firstAttempts.take(['enqueued']);
    sendAfter('sent', ['enqueued']);
    expect(started()).toEqual([]);
    firstAttempts.ended({ eventId: 'enqueued', turn: 0 });
    expect(started()).toEqual(['sent']);
    expect(deferred).toEqual([]);
  });

  test('are deferred for a moment, and longer each time, if the one before is elsewhere', () => {
    const { clock, dispatcher, deferred, parked } = setUp();
    for (const waited of [null, 0, 1_000, 60_000])
      dispatcher.dispatch(
        pendingCallback({
          earlier: [{ eventId: 'elsewhere', turn: 0 }],
          firstDueAt: waited === null ? null : clock.now - waited,
        }),
      );
    expect(deferred.map(({ after }) => after)).toEqual([100, 100, 500, 2_000]);
    expect(parked).toEqual([]);
  });

  test('are deferred, too, if the one before leaves the process without an attempt', () => {
    const { firstAttempts, sendAfter, started, deferred } = setUp();
    firstAttempts.take(['enqueued']);
    sendAfter('sent', ['enqueued']);
    firstAttempts.letGo('enqueued');
    expect(started()).toEqual([]);
    expect(deferred).toEqual([{ url: 'a', after: 100 }]);
  });

  test('start although the outcome of the one before is recorded only after they were loaded', async () => {
    const { open, firstAttempts, sendAfter, started } = setUp();
    sendAfter('enqueued');
    await open[0]?.end('accepted');
    firstAttempts.letGo('enqueued');
    sendAfter('sent', ['enqueued']);
    expect(started()).toEqual(['enqueued', 'sent']);
  });

  test('take up the room of their destination while they wait', () => {
    const { firstAttempts, sendAfter, deferred, parked } = setUp();
    firstAttempts.take(['enqueued']);
    for (let index = 0; index < 30; index += 1) sendAfter(`sent ${index}`, ['enqueued']);
    expect(deferred).toHaveLength(10);
    expect(parked).toEqual([]);
  });

  test('do not wait for an event that the back-off of its destination puts off', async () => {
    const { open, send, sendAfter, started, parked, firstAttempts } = setUp();
    send('a', 3);
    for (const attempt of [...open]) await attempt.end('failed');
    firstAttempts.take(['sent']);
    sendAfter('read', ['sent'], 'b');
    sendAfter('sent');
    expect(parked).toEqual(['sent']);
    expect(started().at(-1)).toBe('read');
  });

  test('are not put off by the back-off of their destination while the one before is under way', async () => {
    const { open, send, sendAfter, parked } = setUp();
    sendAfter('enqueued', [], 'b');
    send('a', 3);
    for (const attempt of open.slice(1)) await attempt.end('failed');
    sendAfter('sent', ['enqueued']);
    expect(parked).toEqual([]);
  });
});
