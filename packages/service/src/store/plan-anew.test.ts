import { expect, test } from 'vitest';
import { createPlanAnew } from './plan-anew.ts';

test('a connection plans anew after one second, then more and more seldom, up to a minute', () => {
  let time = 5_000;
  const plannedAt: number[] = [];
  const planAnew = createPlanAnew(() => time);
  const connection = { query: async () => plannedAt.push(time / 1_000 - 5) };
  for (; time <= 305_000; time += 100) planAnew(connection);
  expect(plannedAt).toEqual([1, 3, 7, 15, 31, 63, 123, 183, 243]);
});

test('each connection has its own times, and a broken connection breaks nothing', async () => {
  let time = 0;
  const planAnew = createPlanAnew(() => time);
  const counts = [0, 0];
  const connections = counts.map((_, index) => ({
    query: async () => {
      counts[index] = (counts[index] ?? 0) + 1;
      throw new Error('connection lost');
    },
  }));
  const [one, other] = connections;
  if (one === undefined || other === undefined) throw new Error('there are two');
  planAnew(one);
  time = 1_000;
  planAnew(one);
  planAnew(other);
  await Promise.resolve();
  expect(counts).toEqual([1, 0]);
});
