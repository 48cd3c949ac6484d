import { expect, test } from 'vitest';
import { createCallbackLanes } from './lane.ts';

const settings = {
  limit: { initial: 4, most: 8 },
  circuit: { failures: 3, shortestPause: 1_000, longestPause: 4_000 },
};
const lanes = () => createCallbackLanes(settings, { random: () => 0, ownLoad: { isBusy: () => false } });
const urlOf = (at: number) => `https://receiver.example/${at}`;

test('an account has a lane for each of its URLs, and shares none with another account', () => {
  const { of } = lanes();
  const lane = of({ accountId: 1, url: urlOf(1) });
  expect(of({ accountId: 1, url: urlOf(1) })).toBe(lane);
  expect(of({ accountId: 1, url: urlOf(2) })).not.toBe(lane);
  expect(of({ accountId: 2, url: urlOf(1) })).not.toBe(lane);
  expect(lane.parties).toEqual(['account 1', 'origin https://receiver.example']);
});

test('a registration ends the pauses of the lanes of its account alone', () => {
  const { of, probe } = lanes();
  const circuits = [1, 2].map((accountId) => of({ accountId, url: urlOf(1) }).circuit);
  for (const circuit of circuits) for (let count = 0; count < 3; count += 1) circuit.failed(0, 0);
  expect(circuits.map((circuit) => circuit.concurrency(500))).toEqual([0, 0]);
  probe(1);
  expect(circuits.map((circuit) => circuit.concurrency(500))).toEqual([1, 0]);
});

test('an account with many URLs has its own lanes forgotten, those unused for longest first', () => {
  const { of, all } = lanes();
  const other = of({ accountId: 2, url: urlOf(0) });
  const first = of({ accountId: 1, url: urlOf(0) });
  const held = of({ accountId: 1, url: urlOf(1) });
  held.started(0);
  for (let at = 2; at < 1_000; at += 1) {
    of({ accountId: 1, url: urlOf(at) });
    of({ accountId: 1, url: urlOf(2) });
  }
  expect([...all()]).toHaveLength(257);
  expect(of({ accountId: 2, url: urlOf(0) })).toBe(other);
  expect(of({ accountId: 1, url: urlOf(1) })).toBe(held);
  expect(of({ accountId: 1, url: urlOf(0) })).not.toBe(first);
});

test('the lanes of all accounts are bounded, too', () => {
  const { of, all } = lanes();
  for (let at = 0; at < 10_500; at += 1) of({ accountId: at, url: urlOf(at) });
  expect([...all()]).toHaveLength(10_000);
});
