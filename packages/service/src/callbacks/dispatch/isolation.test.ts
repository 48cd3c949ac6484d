import { expect, test } from 'vitest';
import type { LaneKey, Visit } from '../../due/waiting.ts';
import { createFairShare } from '../../sharing/fair-share.ts';
import { pendingCallback } from '../../testing/values.ts';
import { createFirstAttempts } from '../first-attempts.ts';
import type { Deferral } from '../outcome.ts';
import type { EarlierEvent, PendingCallback } from '../pending-callback.ts';
import { Dispatcher, type DispatcherSettings, dispatcherSettings } from './dispatcher.ts';

/** Milliseconds. */
const second = 1_000;
const healthy = 'https://healthy.example/status';
const urlOf = (account: number, receiver: number) => `https://r${receiver}.a${account}.example/status`;

/** Sends the healthy receiver 30 callbacks a second, and each of the others one in that many milliseconds. */
function traffic(
  to: SimulatedReceivers,
  others: readonly (readonly [number, string])[] = [],
  interval: number = second,
) {
  const byTurn = Map.groupBy(others.entries(), ([index]) => (index * 37) % interval);
  return (now: number) => {
    if (now % 33 === 0) to.send(1_000_000, healthy);
    for (const [, [account, url]] of byTurn.get(now % interval) ?? []) to.send(account, url);
  };
}

const fiveHundred = Array.from({ length: 500 }, (_, at) => [at % 50, urlOf(at % 50, at)] as const);

/** The longest wait of a callback to the healthy receiver. */
function longestWait(to: SimulatedReceivers): number {
  return Math.max(...to.of(healthy).waits);
}

test('500 receivers of 50 accounts that hang from the start make a healthy one wait for no slot', async () => {
  const to = simulateReceivers(dispatcherSettings);
  for (const [, url] of fiveHundred) to.become(url, hanging);
  await to.pass(30 * second, traffic(to, fiveHundred));
  expect(to.of(healthy).waits.length).toBeGreaterThan(900);
  expect(longestWait(to)).toBe(0);
  expect(to.running).toBeLessThan(dispatcherSettings.slots.doubtful);
});

test('neither do 500 that were fast and all hang at the same moment', async () => {
  const to = simulateReceivers(dispatcherSettings);
  await to.pass(5 * second, traffic(to, fiveHundred, 333));
  for (const [, url] of fiveHundred) to.become(url, hanging);
  await to.pass(20 * second, traffic(to, fiveHundred, 333));
  expect(longestWait(to)).toBe(0);
  expect(to.running).toBeLessThan(dispatcherSettings.slots.total);
});

test('nor do they fill the room with callbacks that wait for earlier ones of their messages', async () => {
  const to = simulateReceivers(dispatcherSettings);
  const fifty = (now: number) => {
    if (now % 33 === 0) to.send(1_000_000, healthy);
    const [account, url] = fiveHundred[(now / 20) % 500] ?? [];
    if (account !== undefined && url !== undefined) to.sendMessage(account, url, 3);
  };
  await to.pass(20 * second, fifty);
  for (const [, url] of fiveHundred) to.become(url, hanging);
  await to.pass(30 * second, fifty);
  expect(longestWait(to)).toBe(0);
});

test('when 300 hang that were fast, a receiver whose answers take a second goes on, too', async () => {
  const to = simulateReceivers(dispatcherSettings);
  const some = fiveHundred.slice(0, 300).map(([, url], at) => [at, url] as const);
  const leisurely = urlOf(99_999, 0);
  to.become(leisurely, answersAfter(1_200));
  const steady = traffic(to, some, 333);
  const all = (now: number) => {
    steady(now);
    if (now % (5 * second) === 0) to.send(99_999, leisurely);
  };
  await to.pass(20 * second, all);
  for (const [, url] of some) to.become(url, hanging);
  await to.pass(20 * second, all);
  expect(longestWait(to)).toBe(0);
  expect(Math.max(...to.of(leisurely).waits)).toBe(0);
});

test('an account that changes the URL of its hanging receiver twice a second keeps to its share', async () => {
  const to = simulateReceivers(dispatcherSettings);
  const steady = traffic(to);
  let most = 0;
  await to.pass(30 * second, (now) => {
    steady(now);
    const url = `https://changing.example/hang?n=${Math.floor(now / 500)}`;
    to.become(url, hanging);
    if (now % 10 === 0) to.send(7, url);
    most = Math.max(most, to.running);
  });
  expect(longestWait(to)).toBe(0);
  expect(most).toBeLessThanOrEqual(dispatcherSettings.slots.doubtful / 4);
  // 6,000 callbacks to 120 URLs: those without a slot are not loaded again every second.
  expect(to.loads).toBeLessThan(3 * (6_000 + 1_800));
});

test('a new receiver gets its first slot although strangers hang in all that they may have', async () => {
  const to = simulateReceivers(dispatcherSettings);
  const strangers = Array.from({ length: 2_000 }, (_, at) => [at, urlOf(at, at)] as const);
  for (const [, url] of strangers) to.become(url, hanging);
  const steady = traffic(to, strangers, 5 * second);
  await to.pass(20 * second, steady);
  const fresh = urlOf(99_999, 0);
  await to.pass(20 * second, (now) => {
    steady(now);
    if (now % 100 === 0) to.send(99_999, fresh);
  });
  expect(Math.max(...to.of(fresh).waits)).toBeLessThan(second);
});

test('one hanging host of 400 accounts does not take the slots of other hosts', async () => {
  const to = simulateReceivers(dispatcherSettings);
  const platform = Array.from({ length: 400 }, (_, at) => [at, `https://platform.example/${at}`] as const);
  for (const [, url] of platform) to.become(url, hanging);
  let most = 0;
  const steady = traffic(to, platform);
  await to.pass(30 * second, (now) => {
    steady(now);
    most = Math.max(most, to.running);
  });
  expect(most).toBeLessThanOrEqual(dispatcherSettings.slots.doubtful / 4);
  expect(longestWait(to)).toBe(0);
});

test('a fast receiver 50 ms away gets more than 64 attempts at once', async () => {
  const to = simulateReceivers(dispatcherSettings);
  to.become(healthy, answersAfter(50));
  await to.pass(10 * second, () => {
    for (let count = 0; count < 5; count += 1) to.send(1, healthy);
  });
  expect(to.of(healthy).mostRunning).toBeGreaterThan(128);
  expect(to.of(healthy).ended).toBeGreaterThan(20_000);
});

test('a hanging receiver costs its probes, and each of its callbacks being parked: none is loaded every few minutes', async () => {
  const to = simulateReceivers(dispatcherSettings);
  to.become(healthy, hanging);
  const everySecond = (now: number) => {
    if (now % second === 0) to.send(1, healthy);
  };
  await to.pass(600 * second, everySecond);
  const { ended: attempts } = to.of(healthy);
  expect(attempts).toBeGreaterThan(4);
  expect(attempts).toBeLessThan(30);
  const before = to.loads;
  await to.pass(600 * second, everySecond);
  // One load of each new one, and four for each pause of five minutes.
  expect(to.loads - before).toBeLessThan(600 + 60);
});

test('when it answers again, all of its callbacks are sent, and none waits until it is due', async () => {
  const to = simulateReceivers(dispatcherSettings);
  to.become(healthy, hanging);
  await to.pass(600 * second, (now) => {
    if (now % second === 0) to.send(1, healthy);
  });
  to.become(healthy, answersAfter(5));
  await to.pass(330 * second);
  expect(to.of(healthy).waits).toHaveLength(600);
});

/**
 * How a simulated receiver answers a callback, by the callbacks that it works on. Times are in milliseconds.
 */
interface Behaviour {
  latency(running: number): number;
  readonly fails?: boolean;
}

/** Takes each callback and never answers: the sender gives up after 15 seconds. */
const hanging: Behaviour = { latency: () => 15_000, fails: true };
const answersAfter = (milliseconds: number): Behaviour => ({ latency: () => milliseconds });

/** What became of the callbacks to one URL. */
interface Seen {
  /** Milliseconds from the arrival of each callback in the queue until its attempt started. */
  readonly waits: number[];
  ended: number;
  running: number;
  mostRunning: number;
}

/** The real dispatcher, with receivers, a queue and a clock that exist in this process only. */
interface SimulatedReceivers {
  readonly running: number;
  /** How often a callback was loaded from the queue. */
  readonly loads: number;
  become(url: string, behaviour: Behaviour): void;
  /** Puts a callback into the queue. */
  send(accountId: number, url: string): void;
  /**
   * Puts the callbacks of one message into the queue: the first attempt of each comes after those of the ones
   * before it.
   */
  sendMessage(accountId: number, url: string, events: number): void;
  of(url: string): Seen;
  /** Lets the time pass; `each` is called once per millisecond. */
  pass(milliseconds: number, each?: (now: number) => void): Promise<void>;
}

/** What waits in one lane, in its order, and when to look into it. */
interface WaitingLane extends LaneKey {
  /** Among the lanes, in the order in which they came. */
  readonly place: number;
  readonly events: { readonly callback: PendingCallback; readonly dueAt: number }[];
  visitAt: number;
}

/** When to look into which lane, by the millisecond: hundreds of lanes wait for seconds. */
function createVisits(time: VirtualTime) {
  const lanes = new Map<number, WaitingLane[]>();
  let doneUntil = time.now;
  return {
    set(lane: WaitingLane, at: number): void {
      if (at === lane.visitAt) return;
      lane.visitAt = at;
      if (at === Number.POSITIVE_INFINITY) return;
      const due = Math.max(Math.ceil(at), doneUntil + 1);
      const others = lanes.get(due);
      if (others === undefined) lanes.set(due, [lane]);
      else others.push(lane);
    },
    /** Those that are due now, unless they were put off since. */
    take(): readonly WaitingLane[] {
      const due = new Set<WaitingLane>();
      while (doneUntil < time.now) {
        doneUntil += 1;
        for (const lane of lanes.get(doneUntil) ?? []) if (lane.visitAt <= time.now) due.add(lane);
        lanes.delete(doneUntil);
      }
      return [...due].sort((one, other) => one.place - other.place);
    },
  };
}

/**
 * What is free for any replica, and what waits in lanes: in memory what `due/waiting.ts` does in the
 * database.
 */
function createQueue(time: VirtualTime) {
  /** By account that has any, with the order in which they came. */
  const free = new Map<number, { readonly callback: PendingCallback; readonly at: number }[]>();
  let came = 0;
  const lanes = new Map<string, WaitingLane>();
  const visits = createVisits(time);

  function claimFrom(lane: WaitingLane, { room, againInMs }: Visit): readonly PendingCallback[] {
    const due = lane.events.filter(({ dueAt }) => dueAt <= time.now).slice(0, room);
    for (const one of due) lane.events.splice(lane.events.indexOf(one), 1);
    const next = Math.min(...lane.events.map(({ dueAt }) => dueAt));
    visits.set(lane, Math.max(time.now + againInMs, next));
    return due.map(({ callback }) => callback);
  }

  return {
    add(callback: PendingCallback): void {
      const { accountId } = callback;
      const ofAccount = free.get(accountId) ?? [];
      free.set(accountId, ofAccount);
      came += 1;
      ofAccount.push({ callback, at: came });
    },
    /** Those of accounts that have room, the oldest first. */
    take(most: number, hasRoom: (accountId: number) => boolean): readonly PendingCallback[] {
      const open = [...free].filter(([accountId]) => hasRoom(accountId));
      const taken = open
        .flatMap(([, ofAccount]) => ofAccount.slice(0, most))
        .toSorted((one, other) => one.at - other.at)
        .slice(0, most)
        .map(({ callback }) => callback);
      for (const { accountId } of taken) {
        const ofAccount = free.get(accountId);
        ofAccount?.shift();
        if (ofAccount?.length === 0) free.delete(accountId);
      }
      return taken;
    },
    defer(callback: PendingCallback, { dueInMs, visitInMs }: Deferral) {
      const { accountId, url } = callback;
      const key = `${accountId} ${url}`;
      const unknown = { place: lanes.size, events: [], visitAt: Number.POSITIVE_INFINITY };
      const lane: WaitingLane = lanes.get(key) ?? { accountId, url, ...unknown };
      lanes.set(key, lane);
      const dueAt = time.now + dueInMs;
      lane.events.push({ callback, dueAt });
      visits.set(lane, visitInMs === null ? Math.min(lane.visitAt, dueAt) : time.now + visitInMs);
    },
    visit(decide: (lane: LaneKey) => Visit): readonly PendingCallback[] {
      return visits.take().flatMap((lane) => claimFrom(lane, decide(lane)));
    },
    wake({ accountId, url }: LaneKey) {
      const lane = lanes.get(`${accountId} ${url}`);
      if (lane !== undefined) visits.set(lane, Math.min(lane.visitAt, time.now));
    },
  };
}

/** The receivers: how they answer, and what they saw. */
function createReceivers(time: VirtualTime) {
  const behaviours = new Map<string, Behaviour>();
  const seen = new Map<string, Seen>();
  let running = 0;

  function of(url: string): Seen {
    const found = seen.get(url) ?? { waits: [], ended: 0, running: 0, mostRunning: 0 };
    seen.set(url, found);
    return found;
  }

  return {
    of,
    get running() {
      return running;
    },
    become: (url: string, behaviour: Behaviour) => void behaviours.set(url, behaviour),
    /** Resolves when the attempt has ended. */
    attempt(url: string, waitedMs: number): Promise<'accepted' | 'failed'> {
      const receiver = of(url);
      receiver.waits.push(waitedMs);
      receiver.running += 1;
      receiver.mostRunning = Math.max(receiver.mostRunning, receiver.running);
      running += 1;
      const { latency, fails = false } = behaviours.get(url) ?? answersAfter(5);
      const { promise, resolve } = Promise.withResolvers<'accepted' | 'failed'>();
      time.at(time.now + latency(receiver.running), () => {
        receiver.running -= 1;
        receiver.ended += 1;
        running -= 1;
        resolve(fails ? 'failed' : 'accepted');
      });
      return promise;
    },
  };
}

/** Of one claim, as in `claims.ts`. */
const most = { free: 256, waiting: 256 } as const;

function simulateReceivers(settings: DispatcherSettings): SimulatedReceivers {
  const time = createVirtualTime();
  const receivers = createReceivers(time);
  const since = new Map<string, number>();
  const queue = createQueue(time);
  const firstAttempts = createFirstAttempts();
  const share = createFairShare(2 * settings.capacity);
  let loads = 0;
  let count = 0;

  /** When its outcome is recorded. */
  function letGo({ eventId, accountId }: PendingCallback): void {
    share.give([`${accountId}`]);
    time.at(time.now + 1, () => firstAttempts.letGo(eventId));
  }

  function add(accountId: number, url: string, earlier: readonly EarlierEvent[]): EarlierEvent {
    count += 1;
    const event = { eventId: `evt_${count}`, turn: 0 };
    since.set(event.eventId, time.now);
    queue.add(pendingCallback({ ...event, accountId, url, earlier }));
    return event;
  }

  const dispatcher = new Dispatcher({
    settings,
    async attempt(callback) {
      const { url, eventId } = callback;
      const outcome = await receivers.attempt(url, time.now - (since.get(eventId) ?? time.now));
      since.delete(eventId);
      letGo(callback);
      return outcome;
    },
    firstAttempts,
    now: () => time.now,
    ownLoad: { isBusy: () => false },
    random: () => ((count * 7_919) % 1_000) / 1_000,
    defer(callback, deferral) {
      letGo(callback);
      queue.defer({ ...callback, firstDueAt: callback.firstDueAt ?? time.now }, deferral);
    },
    drop: letGo,
    recovered: queue.wake,
  });

  function load(): void {
    if (share.isFull) return;
    const hasRoom = (accountId: number) =>
      share.grants([`${accountId}`]) && !dispatcher.isCongested(accountId);
    const batch = [...queue.take(most.free, hasRoom), ...queue.visit(dispatcher.visits(most.waiting))];
    firstAttempts.take(batch.map(({ eventId }) => eventId));
    loads += batch.length;
    for (const { accountId } of batch) share.take([`${accountId}`]);
    for (const callback of batch) dispatcher.dispatch(callback);
  }

  return {
    of: receivers.of,
    get running() {
      return receivers.running;
    },
    get loads() {
      return loads;
    },
    become: receivers.become,
    send: (accountId, url) => void add(accountId, url, []),
    sendMessage(accountId, url, events) {
      const earlier: EarlierEvent[] = [];
      for (let at = 0; at < events; at += 1) earlier.push(add(accountId, url, [...earlier]));
    },
    pass: (milliseconds, each = () => {}) =>
      time.pass(milliseconds, (now) => {
        each(now);
        load();
      }),
  };
}

/** A clock in milliseconds that passes only when told to, with what is due at each moment. */
interface VirtualTime {
  readonly now: number;
  /** Runs an action at that time, or in the next millisecond if it is over. */
  at(time: number, action: () => void): void;
  /** Lets the time pass; `each` is called once per millisecond, after what is due. */
  pass(milliseconds: number, each: (now: number) => void): Promise<void>;
}

function createVirtualTime(): VirtualTime {
  const actions = new Map<number, (() => void)[]>();
  let now = 0;
  return {
    get now() {
      return now;
    },
    at(time, action) {
      const due = Math.max(now + 1, Math.ceil(time));
      const others = actions.get(due);
      if (others === undefined) actions.set(due, [action]);
      else others.push(action);
    },
    async pass(milliseconds, each) {
      for (const end = now + milliseconds; now < end; ) {
        now += 1;
        const due = actions.get(now);
        actions.delete(now);
        for (const action of due ?? []) action();
        // What waits for a promise goes on in the same millisecond.
        for (let turn = 0; due !== undefined && turn < 8; turn += 1) await undefined;
        each(now);
      }
    },
  };
}
