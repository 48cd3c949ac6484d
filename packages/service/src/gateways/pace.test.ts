import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

interface Limit {
  /** Whether the gateway takes a request at this time. */
  takes(at: number): boolean;
}

/** A number of requests a second, by the clock's seconds, as many SMSCs count. */
function perSecond(most: (at: number) => number): Limit {
  let second = Number.NaN;
  let used = 0;
  return {
    takes(at) {
      const now = Math.floor(at / 1_000);
      used = now === second ? used + 1 : 1;
      second = now;
      return used <= most(at);
    },
  };
}

/** Tokens that fill at a rate, up to a burst. */
function bucket(rate: number, burst: number): Limit {
  let tokens = burst;
  let filledAt = 0;
  return {
    takes(at) {
      tokens = Math.min(burst, tokens + ((at - filledAt) / 1_000) * rate);
      filledAt = at;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}

interface Simulated {
  readonly limit: Limit;
  readonly count: number;
  /** Requests under way at once, and how long each takes. */
  readonly window?: number;
  readonly latency?: number;
  readonly from?: number;
  readonly most?: number;
  readonly retryAfterMs?: number;
}

/** Asks a gateway until it has taken all; a request that it refuses is asked again first. */
function simulate({ limit, count, window = 10, latency = 20, from = 0, most, retryAfterMs }: Simulated) {
  const pace = new Pace(most);
  const running: { startedAt: number; endsAt: number; isTaken: boolean }[] = [];
  let now = from;
  let taken = 0;
  let refused = 0;
  const takenAt: number[] = [];
  while (taken < count && now < from + 3_600_000) {
    for (const one of running.filter(({ endsAt }) => endsAt <= now)) {
      running.splice(running.indexOf(one), 1);
      if (one.isTaken) {
        taken += 1;
        takenAt.push(now);
        pace.took(one.startedAt, now);
      } else {
        refused += 1;
        pace.slowDown(one.startedAt, now, retryAfterMs);
      }
    }
    while (running.length < window && taken + running.length < count && pace.readyAt <= now) {
      pace.started(now);
      running.push({ startedAt: now, endsAt: now + latency, isTaken: limit.takes(now) });
    }
    now += 1;
  }
  return { seconds: (now - from) / 1_000, refused, takenAt };
}

test.each([0, 130, 500, 870])(
  '100 requests to a gateway that takes 5 a second need at most 24 seconds and 10 refusals, from %i ms on',
  (from) => {
    const { seconds, refused } = simulate({ limit: perSecond(() => 5), count: 100, from });
    expect(seconds).toBeLessThan(24);
    expect(refused).toBeLessThanOrEqual(10);
  },
);

test.each([
  // Of the first ten requests one is taken, which says little.
  [1, 32],
  [5, 24],
])('a gateway with tokens for a burst of %i is asked about as often as it takes', (burst, most) => {
  const { seconds, refused } = simulate({ limit: bucket(5, burst), count: 100 });
  expect(seconds).toBeLessThan(most);
  expect(refused).toBeLessThanOrEqual(16);
});

test('a faster gateway is used at nine tenths of its rate at least', () => {
  const { seconds, refused } = simulate({
    limit: perSecond(() => 200),
    count: 6_000,
    window: 50,
    latency: 10,
  });
  expect(seconds).toBeLessThan(6_000 / 200 / 0.9);
  expect(refused).toBeLessThan(100);
});

test('a limit that is lifted is found out within a minute', () => {
  const limit = perSecond((at) => (at < 20_000 ? 5 : 100));
  const { takenAt } = simulate({ limit, count: 3_000, window: 50, latency: 10 });
  const from60 = takenAt.filter((at) => at >= 60_000 && at < 61_000).length;
  expect(from60).toBeGreaterThan(60);
});

test('a limit that falls is found at once', () => {
  const limit = perSecond((at) => (at < 10_000 ? 100 : 5));
  const { refused, takenAt } = simulate({ limit, count: 1_100, window: 10, latency: 10 });
  expect(refused).toBeLessThan(60);
  expect(takenAt.filter((at) => at >= 13_000 && at < 23_000).length).toBeGreaterThan(38);
});

test('a gateway that takes nothing for a minute is asked a few times, and found within seconds', () => {
  const limit = perSecond((at) => (at < 60_000 ? 0 : 50));
  const { refused, takenAt } = simulate({ limit, count: 500, latency: 10 });
  expect(refused).toBeLessThan(40);
  expect(takenAt[0]).toBeLessThan(66_000);
  expect(takenAt.filter((at) => at < 85_000).length).toBeGreaterThan(300);
});

test('a refusal that says when holds all requests until then, and the rate is kept', () => {
  const limit = perSecond((at) => (at < 30_000 ? 0 : 100));
  const { refused, takenAt } = simulate({ limit, count: 100, retryAfterMs: 30_000 });
  expect(refused).toBe(10);
  expect(takenAt[0]).toBeGreaterThanOrEqual(30_000);
  expect(takenAt[0]).toBeLessThan(30_100);
});

test('what a gateway asks for has a bound', () => {
  const pace = new Pace();
  pace.slowDown(1, 1, 86_400_000);
  expect(pace.readyAt).toBe(300_001);
});

test.each([10, 100, 700])('the set rate of %i a second is reached, and not exceeded', (rate) => {
  const { seconds, takenAt } = simulate({
    limit: perSecond(() => Number.POSITIVE_INFINITY),
    count: rate * 20,
    window: 50,
    most: rate,
  });
  expect(seconds).toBeGreaterThan(19.9);
  expect(seconds).toBeLessThan(20.8);
  for (let second = 1; second < 19; second += 1) {
    const within = takenAt.filter((at) => at >= second * 1_000 && at < (second + 1) * 1_000).length;
    expect(within).toBeLessThanOrEqual(rate * 1.02 + 1);
  }
});
