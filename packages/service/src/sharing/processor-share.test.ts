import { expect, test, vi } from 'vitest';
import { ProcessorShare, type ProcessorShareOptions } from './processor-share.ts';

/** A share whose clock advances only by work, and by rest if there is no work. The test takes its turns. */
function simulate(options: ProcessorShareOptions = {}) {
  let time = 0;
  const turns: (() => void)[] = [];
  const timers: { readonly at: number; readonly callback: () => void }[] = [];
  const order: string[] = [];
  const share = new ProcessorShare({
    slice: 2,
    ...options,
    now: () => time,
    afterTurn: (callback) => void turns.push(callback),
    later: (callback, milliseconds) => void timers.push({ at: time + milliseconds, callback }),
  });
  return {
    order,
    now: () => time,
    /** Takes one turn, after a rest if need be; false if none is wanted. */
    turn() {
      const rest = turns.length === 0 ? timers.sort((a, b) => a.at - b.at).shift() : undefined;
      time = Math.max(time, rest?.at ?? 0);
      rest?.callback();
      const callback = turns.shift();
      callback?.();
      return callback !== undefined;
    },
    pass(milliseconds: number) {
      time += milliseconds;
    },
    add: (
      name: string,
      accountId: number,
      cost: number,
      more: { isLong?: boolean; until?: Promise<void>; declared?: number } = {},
    ) =>
      share.take({
        partyId: accountId,
        isLong: more.isLong ?? false,
        cost: more.declared ?? 0,
        isWanted: () => true,
        run() {
          time += cost;
          order.push(name);
          return more.until?.then(() => name) ?? name;
        },
      }),
    share,
  };
}

test('costly work of one account delays another by one piece of it', () => {
  const { add, turn, order } = simulate();
  for (let n = 0; n < 100; n += 1) void add('costly', 1, 30);
  turn();
  for (let n = 0; n < 5; n += 1) void add('cheap', 2, 1);
  while (turn());
  expect(order.slice(0, 8)).toEqual([
    'costly',
    'cheap',
    'cheap',
    'cheap',
    'cheap',
    'cheap',
    'costly',
    'costly',
  ]);
  expect(order).toHaveLength(105);
});

test('accounts with waiting work get equal time, not equal numbers', () => {
  const { add, turn, order } = simulate();
  for (let n = 0; n < 300; n += 1) {
    void add('ten', 1, 10);
    void add('one', 2, 1);
  }
  for (let time = 0; time < 110; time += 1) turn();
  const count = (name: string) => order.filter((one) => one === name).length;
  expect(count('one') / count('ten')).toBeGreaterThan(8);
});

test('an account that was idle has saved nothing up', () => {
  const { add, turn, order } = simulate();
  for (let n = 0; n < 50; n += 1) void add('a', 1, 2);
  for (let n = 0; n < 40; n += 1) turn();
  for (let n = 0; n < 10; n += 1) void add('b', 2, 2);
  while (turn());
  expect(order.slice(40, 48).join('')).toMatch(/^(?:ab|ba){4}$/);
});

test('the event loop gets a turn after each slice', () => {
  const { add, turn, order } = simulate({ slice: 2 });
  for (let n = 0; n < 5; n += 1) void add('x', n, 1);
  turn();
  expect(order).toHaveLength(2);
  turn();
  expect(order).toHaveLength(4);
});

test('long work of an account waits for the result of the last, and delays no other account', async () => {
  const { add, turn, order } = simulate();
  const committed = Promise.withResolvers<void>();
  const first = add('long 1', 1, 1, { isLong: true, until: committed.promise });
  const second = add('long 2', 1, 1, { isLong: true });
  void add('other', 2, 1);
  while (turn());
  expect(order).toEqual(['long 1', 'other']);
  committed.resolve();
  expect(await first).toBe('long 1');
  await vi.waitUntil(turn, 60_000);
  expect(await second).toBe('long 2');
});

test('work of a client that has gone is skipped, and too much of one account refused', async () => {
  const { share, turn } = simulate({ queueLimit: 1 });
  const gone = share.take({ partyId: 1, isLong: true, isWanted: () => false, run: () => 'done' });
  const more = share.take({ partyId: 1, isLong: false, isWanted: () => true, run: () => 'done' });
  const other = share.take({ partyId: 2, isLong: false, isWanted: () => true, run: () => 'done' });
  while (turn());
  expect(await Promise.all([gone, more, other])).toEqual(['skipped', 'refused', 'done']);
});

test('an error of the work is that of its taker', async () => {
  const { share, turn } = simulate();
  const failing = share.take({
    partyId: 1,
    isLong: true,
    isWanted: () => true,
    run: () => {
      throw new Error('as expected');
    },
  });
  turn();
  await expect(failing).rejects.toThrow('as expected');
});

/** The work of one party in the milliseconds from `from`, while another one takes `cost` in each 20 ms. */
function workBeside(cost: number, milliseconds: number) {
  const { add, turn, now, pass, order } = simulate();
  for (let n = 0; n < 1_000; n += 1) void add('greedy', 1, 5);
  for (let begin = now(); now() < begin + milliseconds; ) {
    if (cost > 0) void add('other', 2, cost);
    for (const end = now() + 20; now() < end; ) if (!turn()) pass(1);
  }
  return order.filter((name) => name === 'greedy').length * 5;
}

test('while another party works now and then, a greedy one works a third of the time; alone all the time', () => {
  expect(workBeside(1, 1_000)).toBeGreaterThan(300);
  expect(workBeside(1, 1_000)).toBeLessThan(380);
  expect(workBeside(0, 1_000)).toBeGreaterThanOrEqual(1_000);
});

test('a party that is no longer beside another one rests no more', () => {
  const { add, turn, now, pass } = simulate();
  for (let n = 0; n < 1_000; n += 1) void add('greedy', 1, 5);
  void add('other', 2, 1);
  while (now() < 500) turn();
  pass(1_000);
  const begin = now();
  for (let n = 0; n < 20; n += 1) turn();
  expect(now() - begin).toBeLessThanOrEqual(110);
});

test('a cost that is known in advance counts like a measured one', () => {
  const { add, turn, order } = simulate({ slice: 2 });
  for (let n = 0; n < 20; n += 1) void add('read', 1, 0, { declared: 0.5 });
  turn();
  expect(order).toHaveLength(4);
});

test('of work whose whole time counts, one runs at a time, and rests for twice as long while another party works', async () => {
  const { add, share, turn, pass, now, order } = simulate();
  const page = () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const run = () => {
      order.push(`page at ${now()}`);
      pending.push(resolve);
      return promise;
    };
    void share.take({ partyId: 'pages', isLong: true, countsWhole: true, isWanted: () => true, run });
  };
  const pending: ((result: object) => void)[] = [];
  for (let n = 0; n < 3; n += 1) page();
  void add('other', 2, 1);
  while (turn());
  for (let n = 0; n < 2; n += 1) {
    pass(20);
    pending.shift()?.({});
    await new Promise((resolve) => setImmediate(resolve));
    void add('other', 2, 1);
    while (turn());
  }
  expect(order.filter((one) => one.startsWith('page'))).toEqual(['page at 0', 'page at 51', 'page at 111']);
});

test('work that ends long after others were served does not set them behind a party that comes then', async () => {
  const { add, share, turn, order } = simulate();
  const { promise, resolve } = Promise.withResolvers<object>();
  void share.take({
    partyId: 'pages',
    isLong: true,
    countsWhole: true,
    isWanted: () => true,
    run: () => promise,
  });
  for (let n = 0; n < 100; n += 1) void add('steady', 1, 1);
  while (turn());
  void add('steady', 1, 1);
  resolve({});
  await new Promise((done) => setImmediate(done));
  order.length = 0;
  for (let n = 0; n < 50; n += 1) void add('new', 2, 1);
  while (turn());
  expect(order.indexOf('steady')).toBeLessThan(3);
});
