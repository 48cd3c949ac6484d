import { expect, test } from 'vitest';
import {
  answersAfter,
  hanging,
  type SimulatedReceivers,
  simulateReceivers,
} from '../../testing/simulated-receivers.ts';
import { dispatcherSettings } from './dispatcher.ts';

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
