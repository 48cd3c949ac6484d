import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Finished, initialLimit, type LimitState, nextLimit } from './adaptive-limit.ts';

const settings = { initial: 4, most: 256 };

/** A receiver that always has as many attempts as the limit allows, for N round trips. */
function through(
  roundTrips: number,
  latencyAt: (running: number) => number,
  {
    failed = false,
    whileBusy = false,
    from = initialLimit(settings),
  }: Partial<Finished> & { from?: LimitState } = {},
): LimitState {
  let state = from;
  let now = Math.max(0, state.loweredAt) + 1;
  for (let trip = 0; trip < roundTrips; trip += 1) {
    const running = Math.floor(state.limit);
    const startedAt = now;
    now += latencyAt(running);
    for (let left = running; left > 0; left -= 1)
      state = nextLimit(state, { startedAt, endedAt: now, failed, running, whileBusy }, settings);
  }
  return state;
}

const queued = (service: number) => (running: number) => service * running;
const constant = (latency: number) => () => latency;

test('a receiver 50 ms away, whose answers stay as quick, gets all within ten round trips', () => {
  expect(through(10, constant(50)).limit).toBe(256);
});

test('a receiver that works on one callback at a time gets few', () => {
  const { limit } = through(200, queued(50));
  expect(limit).toBeGreaterThanOrEqual(1);
  expect(limit).toBeLessThan(12);
});

test('a receiver whose answers become slow with the load shrinks, and grows when it is quick again', () => {
  const grown = through(20, constant(20));
  const shrunk = through(20, queued(100), { from: grown });
  expect(shrunk.limit).toBeLessThan(16);
  expect(through(100, constant(20), { from: shrunk }).limit).toBeGreaterThan(64);
});

test('a receiver that has become slower for good is measured anew', () => {
  const grown = through(20, constant(20));
  expect(through(200, constant(400), { from: grown }).limit).toBeGreaterThan(64);
});

test('a receiver keeps its limit while our own process is what takes long, unless it fails', () => {
  const grown = through(20, constant(5));
  expect(through(20, constant(85), { from: grown }).limit).toBeLessThan(64);
  expect(through(20, constant(85), { from: grown, whileBusy: true }).limit).toBe(grown.limit);
  expect(through(20, constant(85), { from: grown, whileBusy: true, failed: true }).limit).toBe(1);
});

test('a failing receiver shrinks to one attempt at a time', () => {
  expect(through(20, constant(5), { failed: true }).limit).toBe(1);
});

test('many failures of one round trip halve the limit once', () => {
  const grown = through(20, constant(20));
  expect(through(1, constant(20), { from: grown, failed: true }).limit).toBe(128);
});

test('a limit that is not used up does not grow', () => {
  let state = initialLimit(settings);
  for (let at = 0; at < 1_000; at += 1)
    state = nextLimit(
      state,
      { startedAt: at * 10, endedAt: at * 10 + 5, failed: false, running: 1, whileBusy: false },
      settings,
    );
  expect(state.limit).toBe(4);
});

const finished: fc.Arbitrary<Finished> = fc
  .record({
    startedAt: fc.integer({ min: 0, max: 1e6 }),
    took: fc.double({ min: 0, max: 60_000, noNaN: true }),
    failed: fc.boolean(),
    running: fc.integer({ min: 1, max: 256 }),
    whileBusy: fc.boolean(),
  })
  .map(({ took, ...rest }) => ({ ...rest, endedAt: rest.startedAt + took }));

test('the limit is always from 1 to the most, moves by a half or by one at once, and depends on nothing else', () => {
  fc.assert(
    fc.property(fc.array(finished, { maxLength: 200 }), (attempts) => {
      let state = initialLimit(settings);
      for (const attempt of attempts) {
        const next = nextLimit(state, attempt, settings);
        expect(next).toEqual(nextLimit(state, attempt, settings));
        expect(next.limit).toBeGreaterThanOrEqual(Math.max(1, state.limit / 2));
        expect(next.limit).toBeLessThanOrEqual(Math.min(settings.most, state.limit + 1));
        state = next;
      }
    }),
  );
});
