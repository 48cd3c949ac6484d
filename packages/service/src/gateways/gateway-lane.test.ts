import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newKeyedId } from '../store/message-key.ts';
import { abortableLease, heldLease } from '../testing/values.ts';
import type { GatewayAttempt } from './gateway.ts';
import {
  FewerAtOnceError,
  GatewayLane,
  type GatewayLaneSettings,
  inLane,
  NoAnswerError,
  NoRoomError,
  RefusedForNowError,
  RefusesUsError,
  SlowDownError,
  type TakesTurns,
} from './gateway-lane.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'Date'] }));
afterEach(() => void vi.useRealTimers());

let lastId = 0;

/** An attempt of an account; its text is its number. */
function attemptOf(accountId: number, text = ''): GatewayAttempt {
  lastId += 1;
  return {
    attemptId: newKeyedId({ accountId, messageId: lastId }),
    channel: 'SMS',
    address: '+12025550100',
    addressType: 'PHONE',
    subject: null,
    content: { text },
  };
}

const laneOf = (settings: GatewayLaneSettings = {}) =>
  new GatewayLane({ now: Date.now, random: () => 0, ...settings });

/** A gateway that answers after some milliseconds, and what it has got. */
function answersAfter(milliseconds: number) {
  const got: string[] = [];
  const gateway: TakesTurns = {
    async send({ content }) {
      got.push(String(content.text));
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      return { status: 'SENT' };
    },
  };
  return { got, gateway };
}

/** A gateway that takes so few at once, each for 300 ms, and refuses others at once. */
function takesAtOnce(most: number) {
  const seen = { taken: 0, refused: 0 };
  let open = 0;
  const gateway: TakesTurns = {
    async send() {
      await new Promise(setImmediate);
      if (open >= most) {
        seen.refused += 1;
        throw new FewerAtOnceError('too many at once');
      }
      open += 1;
      await new Promise((resolve) => setTimeout(resolve, 300));
      open -= 1;
      seen.taken += 1;
      return { status: 'SENT' };
    },
  };
  return { seen, gateway };
}

describe('a gateway that takes fewer at once', () => {
  test('gets as many as it takes, and refuses the first burst and one every ten seconds', async () => {
    const { seen, gateway } = takesAtOnce(2);
    const { send } = inLane(laneOf({ places: 10 }), gateway);
    const sent = Array.from({ length: 100 }, () => send(attemptOf(1), heldLease));
    // 100 by two in 300 ms take 15 s.
    await vi.advanceTimersByTimeAsync(16_000);
    expect(await Promise.all(sent)).toEqual(Array(100).fill({ status: 'SENT' }));
    expect(seen.refused).toBeLessThanOrEqual(8 + 2);
  });

  test('gets more again when it takes more', async () => {
    const { gateway } = takesAtOnce(2);
    const lane = laneOf({ places: 4 });
    const small = inLane(lane, gateway);
    await Promise.all([
      ...Array.from({ length: 8 }, () => small.send(attemptOf(1), heldLease)),
      vi.advanceTimersByTimeAsync(2_000),
    ]);
    expect(lane.view().state).toBe('slowed');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(lane.view().state).toBe('open');
    const { got, gateway: large } = answersAfter(1_000);
    for (let n = 0; n < 8; n += 1) void inLane(lane, large).send(attemptOf(1), heldLease);
    await vi.advanceTimersByTimeAsync(500);
    expect(got).toHaveLength(4);
  });

  test('is asked less often if it refuses what is under way alone', async () => {
    let tries = 0;
    const { send } = inLane(laneOf({ places: 4 }), {
      async send() {
        tries += 1;
        throw new FewerAtOnceError('no');
      },
    });
    const sent = send(attemptOf(1), heldLease).catch((error) => error);
    await vi.advanceTimersByTimeAsync(900);
    expect(tries).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await sent).toBeInstanceOf(RefusedForNowError);
    expect(tries).toBe(3);
  });

  test('ends an attempt that it refuses each time, and serves the others', async () => {
    const bad = attemptOf(1);
    const { gateway } = answersAfter(10);
    const lane = laneOf({ places: 4 });
    const { send } = inLane(lane, {
      send: (attempt, lease) =>
        attempt === bad ? Promise.reject(new FewerAtOnceError('no')) : gateway.send(attempt, lease),
    });
    const tries: unknown[] = [];
    for (let n = 0; n < 5; n += 1) {
      const own = send(bad, heldLease).catch((error) => error);
      const others = [1, 2, 3].map(() => send(attemptOf(2), heldLease));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await Promise.all(others)).toEqual(Array(3).fill({ status: 'SENT' }));
      tries.push(await own);
    }
    expect(tries.slice(0, 4)).toEqual(Array(4).fill(expect.any(RefusedForNowError)));
    expect(tries[4]).toEqual({ status: 'UNDELIVERED', reason: 'message-undeliverable' });
  });
});

describe('turns', () => {
  test('go by account: a stranger waits for one attempt of each other account, not for the backlog', async () => {
    const lane = laneOf({ places: 1, perSecond: 20 });
    const { got, gateway } = answersAfter(10);
    const { send } = inLane(lane, gateway);
    for (let n = 0; n < 600; n += 1) void send(attemptOf(1, `flood ${n}`), heldLease);
    await vi.advanceTimersByTimeAsync(5_000);
    const before = got.length;
    void send(attemptOf(2, 'stranger'), heldLease);
    await vi.advanceTimersByTimeAsync(150);
    expect(got.slice(before)).toContain('stranger');
  });

  test('keep to the set rate for as long as there is work', async () => {
    const { got, gateway } = answersAfter(5);
    const { send } = inLane(laneOf({ places: 10, perSecond: 10 }), gateway);
    for (let n = 0; n < 500; n += 1) void send(attemptOf(1), heldLease);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(got.length).toBeGreaterThanOrEqual(199);
    expect(got.length).toBeLessThanOrEqual(202);
  });

  test('are taken in order by the attempts of an account', async () => {
    const { got, gateway } = answersAfter(5);
    const { send } = inLane(laneOf({ places: 1 }), gateway);
    await Promise.all([
      ...['a', 'b', 'c'].map((text) => send(attemptOf(1, text), heldLease)),
      vi.advanceTimersByTimeAsync(100),
    ]);
    expect(got).toEqual(['a', 'b', 'c']);
  });

  test('of another part come before the next attempt of the account', async () => {
    const got: string[] = [];
    const gateway: TakesTurns = {
      async send({ content }, lease) {
        for (const part of [1, 2, 3]) {
          if (part > 1) await lease.next();
          got.push(`${content.text} ${part}`);
        }
        return { status: 'SENT' };
      },
    };
    const { send } = inLane(laneOf({ places: 1 }), gateway);
    await Promise.all([
      ...['a', 'b'].map((text) => send(attemptOf(1, text), heldLease)),
      vi.advanceTimersByTimeAsync(100),
    ]);
    expect(got).toEqual(['a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'b 3']);
  });

  test('have no time-out: the wait for them says nothing against the gateway', async () => {
    const lane = laneOf({ places: 1 });
    const { gateway } = answersAfter(50_000);
    const { send } = inLane(lane, gateway);
    const sent = [1, 2, 3].map(() => send(attemptOf(1), heldLease));
    await vi.advanceTimersByTimeAsync(150_100);
    expect(await Promise.all(sent)).toEqual(Array(3).fill({ status: 'SENT' }));
  });

  test('are ten at once at first, one more for each answer up to the most, and ten again after a pause', async () => {
    const lane = laneOf({ mostPlaces: 25 });
    const { gateway } = answersAfter(1_000);
    const { send } = inLane(lane, gateway);
    const under: number[] = [];
    for (let n = 0; n < 200; n += 1) void send(attemptOf(1), heldLease);
    for (let n = 0; n < 3; n += 1) {
      under.push(200 - lane.view().waiting);
      await vi.advanceTimersByTimeAsync(1_010);
    }
    expect(under).toEqual([10, 10 + 20, 10 + 20 + 25]);
    const failing = inLane(lane, { send: () => Promise.reject(new RefusesUsError('401')) });
    await vi.advanceTimersByTimeAsync(10_000);
    await failing.send(attemptOf(1), heldLease).catch(() => {});
    await vi.advanceTimersByTimeAsync(1_000);
    const probe = send(attemptOf(1), heldLease);
    await vi.advanceTimersByTimeAsync(1_010);
    await probe;
    for (let n = 0; n < 50; n += 1) void send(attemptOf(1), heldLease);
    expect(lane.view().waiting).toBe(50 - 11);
    await vi.advanceTimersByTimeAsync(10_000);
  });

  test('end with the lease', async () => {
    const { got, gateway } = answersAfter(50);
    const { send } = inLane(laneOf({ places: 1 }), gateway);
    const { lease, abort } = abortableLease();
    const first = send(attemptOf(1, 'first'), heldLease);
    const waiting = expect(send(attemptOf(1, 'waiting'), lease)).rejects.toThrow('aborted');
    abort();
    await waiting;
    await vi.advanceTimersByTimeAsync(100);
    await first;
    expect(got).toEqual(['first']);
  });
});

describe('a gateway that wants fewer', () => {
  /** Takes a number a second, by the clock's seconds. */
  function limited(perSecond: number) {
    const taken: string[] = [];
    let refused = 0;
    let second = Number.NaN;
    let used = 0;
    const gateway: TakesTurns = {
      async send({ content }) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        const now = Math.floor(Date.now() / 1_000);
        used = now === second ? used + 1 : 1;
        second = now;
        if (used > perSecond) {
          refused += 1;
          throw new SlowDownError('slower, please');
        }
        taken.push(String(content.text));
        return { status: 'SENT' };
      },
    };
    return { taken, gateway, refused: () => refused };
  }

  test('takes 100 attempts at its rate, each in its place, with a handful of refusals', async () => {
    const { taken, gateway, refused } = limited(5);
    const { send } = inLane(laneOf({ places: 10 }), gateway);
    const sent = Array.from({ length: 100 }, (_, n) => send(attemptOf(1, String(n)), heldLease));
    await vi.advanceTimersByTimeAsync(24_000);
    await Promise.all(sent);
    expect(refused()).toBeLessThanOrEqual(10);
    // Those under way together may overtake one another, and no others.
    for (const [place, text] of taken.entries()) expect(Math.abs(Number(text) - place)).toBeLessThan(10);
  });

  test('is shown as slowed, with the rate, and is not paused', async () => {
    const { gateway } = limited(5);
    const lane = laneOf({ places: 10 });
    const { send } = inLane(lane, gateway);
    for (let n = 0; n < 100; n += 1) void send(attemptOf(1), heldLease);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(lane.view()).toMatchObject({ state: 'slowed', pausedMs: 0 });
    expect(lane.view().perSecond).toBeGreaterThan(3);
    expect(lane.view().perSecond).toBeLessThan(6);
    expect(lane.view().waiting).toBeGreaterThan(50);
    expect(lane.view().waitingMs).toBeGreaterThan(4_000);
    expect(lane.isOpen).toBe(true);
  });

  test('lets an attempt wait from its first turn on, however often it is refused', async () => {
    const lane = laneOf();
    const { send } = inLane(lane, { send: () => Promise.reject(new SlowDownError('429', 10_000)) });
    const { lease, abort } = abortableLease();
    const sent = expect(send(attemptOf(1), lease)).rejects.toThrow('aborted');
    await vi.advanceTimersByTimeAsync(45_000);
    expect(lane.view()).toMatchObject({ waiting: 1, waitingMs: 45_000 });
    abort();
    await sent;
  });

  test('is asked again when it says, by the attempt that it refused', async () => {
    const asked: { readonly text: unknown; readonly at: number }[] = [];
    const begin = Date.now();
    const { send } = inLane(laneOf(), {
      async send({ content }) {
        asked.push({ text: content.text, at: Date.now() - begin });
        if (Date.now() - begin < 30_000) throw new SlowDownError('429', 30_000);
        return { status: 'SENT' };
      },
    });
    const sent = send(attemptOf(1, 'a'), heldLease);
    await vi.advanceTimersByTimeAsync(100);
    const next = send(attemptOf(1, 'b'), heldLease);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await Promise.all([sent, next])).toHaveLength(2);
    expect(asked.map(({ text }) => text)).toEqual(['a', 'a', 'b']);
    expect(asked[1]?.at).toBeGreaterThanOrEqual(30_000);
    expect(asked[1]?.at).toBeLessThan(31_000);
  });
});

describe('a gateway that fails', () => {
  const failing = (error: Error): TakesTurns => ({ send: () => Promise.reject(error) });

  test('is paused after ten failures, what waits is refused, and one attempt finds out', async () => {
    const lane = laneOf();
    const { send } = inLane(lane, failing(new Error('reset')));
    for (let n = 0; n < 10; n += 1) await expect(send(attemptOf(1), heldLease)).rejects.toThrow('reset');
    expect(lane.view()).toMatchObject({ state: 'paused', pausedMs: 1_000 });
    expect(lane.isOpen).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(lane.view().state).toBe('probing');
    expect(lane.isOpen).toBe(true);
    const { gateway } = answersAfter(10);
    const probe = inLane(lane, gateway).send(attemptOf(1), heldLease);
    expect(lane.isOpen).toBe(false);
    const heard = vi.fn();
    lane.onRoom(heard);
    await vi.advanceTimersByTimeAsync(50);
    await probe;
    expect(lane.view().state).toBe('open');
    expect(heard).toHaveBeenCalled();
  });

  test('for our own fault is paused at once', async () => {
    const lane = laneOf();
    await expect(
      inLane(lane, failing(new RefusesUsError('401'))).send(attemptOf(1), heldLease),
    ).rejects.toThrow('401');
    expect(lane.view().state).toBe('paused');
  });

  test('on one attempt, for a cause that may pass, ends it after five times beside answers to others', async () => {
    const lane = laneOf();
    const refusing = inLane(lane, failing(new RefusedForNowError('RSUBMITFAIL')));
    const { gateway } = answersAfter(1);
    const attempt = attemptOf(1);
    const refused = () => refusing.send(attempt, heldLease).catch((error: Error) => error.message);
    expect(await refused()).toBe('RSUBMITFAIL');
    // While the gateway takes nothing, that says nothing of this attempt.
    for (let n = 0; n < 5; n += 1) expect(await refused()).toBe('RSUBMITFAIL');
    const outcomes: unknown[] = [];
    for (let n = 0; n < 4; n += 1) {
      const other = inLane(lane, gateway).send(attemptOf(2), heldLease);
      await vi.advanceTimersByTimeAsync(10);
      await other;
      outcomes.push(await refused());
    }
    expect(outcomes).toEqual([
      ...Array(3).fill('RSUBMITFAIL'),
      { status: 'UNDELIVERED', reason: 'message-undeliverable' },
    ]);
  });

  test('on one attempt, with a reason of its own, ends it with that', async () => {
    const lane = laneOf();
    const refusing = inLane(lane, failing(new RefusedForNowError('413', 'too-long-message')));
    const attempt = attemptOf(1);
    const outcomes: unknown[] = [];
    for (let n = 0; n < 5; n += 1) {
      const other = inLane(lane, answersAfter(1).gateway).send(attemptOf(2), heldLease);
      await vi.advanceTimersByTimeAsync(10);
      await other;
      outcomes.push(await refusing.send(attempt, heldLease).catch((error: Error) => error.message));
    }
    expect(outcomes.slice(3)).toEqual(['413', { status: 'UNDELIVERED', reason: 'too-long-message' }]);
  });

  test('on one attempt alone is not paused', async () => {
    const lane = laneOf();
    const { send } = inLane(lane, failing(new NoAnswerError('silent')));
    for (let n = 0; n < 100; n += 1) await expect(send(attemptOf(1), heldLease)).rejects.toThrow('silent');
    expect(lane.view().state).toBe('open');
  });

  test('is not blamed for what we ended ourselves', async () => {
    const lane = laneOf();
    const lost = { ...heldLease, check: () => expect.fail('another replica may send') };
    const { send } = inLane(lane, failing(new Error('another replica may send')));
    for (let n = 0; n < 100; n += 1) await expect(send(attemptOf(1), lost)).rejects.toThrow('another');
    expect(lane.view().state).toBe('open');
  });

  test('to answer at all is given up after its time-out, which counts the wait for a turn not', async () => {
    const hangs: TakesTurns = {
      send: (_, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    };
    const { send } = inLane(laneOf({ places: 1 }), hangs, 5);
    const begin = Date.now();
    const ends = [1, 2].map(() => send(attemptOf(1), heldLease).catch(() => Date.now() - begin));
    await vi.advanceTimersByTimeAsync(20_000);
    const [first = 0, second = 0] = await Promise.all(ends);
    expect(first).toBeCloseTo(5_000, -1);
    expect(second).toBeCloseTo(10_000, -1);
  });

  test('has that time-out for each part, and none while it waits for its next turn', async () => {
    const lane = laneOf({ places: 1 });
    const inTwoParts: TakesTurns = {
      async send(_, lease) {
        await lease.next();
        lease.signal.throwIfAborted();
        return { status: 'SENT' };
      },
    };
    const sent = inLane(lane, inTwoParts, 5).send(attemptOf(1), heldLease);
    const other = lane.turn(2, heldLease.signal, { isAgain: true });
    void other.then((turn) => setTimeout(() => turn.end('answered'), 20_000));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await sent).toEqual({ status: 'SENT' });
  });
});

test('nothing that has left leaves a timer, which would keep the process', async () => {
  const lane = laneOf();
  const held = inLane(lane, { send: () => Promise.reject(new SlowDownError('wait', 300_000)) });
  const { lease, abort } = abortableLease();
  const sent = held.send(attemptOf(1), lease);
  await vi.advanceTimersByTimeAsync(10);
  expect(vi.getTimerCount()).toBe(1);
  abort();
  await expect(sent).rejects.toThrow('aborted');
  expect(vi.getTimerCount()).toBe(0);
});

describe('a gateway with a link', () => {
  test('is closed until the link is up, and open again as soon as it is', async () => {
    const lane = laneOf({ hasLink: true });
    const { gateway } = answersAfter(1);
    const { send } = inLane(lane, gateway);
    expect(lane.view().state).toBe('away');
    await expect(send(attemptOf(1), heldLease)).rejects.toThrow(NoRoomError);
    const heard = vi.fn();
    lane.onRoom(heard);
    lane.linkUp();
    expect(heard).toHaveBeenCalledTimes(1);
    const sent = send(attemptOf(1), heldLease);
    await vi.advanceTimersByTimeAsync(10);
    expect(await sent).toEqual({ status: 'SENT' });
  });

  test('refuses what waits when the link goes down; failures before a bind are forgotten', async () => {
    const lane = laneOf({ hasLink: true, places: 1 });
    lane.linkUp();
    const { gateway } = answersAfter(10);
    const under = inLane(lane, gateway).send(attemptOf(1), heldLease);
    const waiting = expect(inLane(lane, gateway).send(attemptOf(1), heldLease)).rejects.toThrow('it is lost');
    lane.linkDown('it is lost');
    await waiting;
    await vi.advanceTimersByTimeAsync(20);
    await under;
    lane.linkUp();
    const failing = inLane(lane, { send: () => Promise.reject(new Error('reset')) });
    for (let n = 0; n < 10; n += 1) await failing.send(attemptOf(1), heldLease).catch(() => {});
    expect(lane.view().state).toBe('paused');
    lane.linkDown('it is lost');
    lane.linkUp();
    expect(lane.view().state).toBe('open');
  });

  test('has nothing beside what becomes suspect while it waits', async () => {
    const ended: string[] = [];
    const suspects = new Set<string>();
    const gateway: TakesTurns = {
      goesAlone: (id) => suspects.has(id),
      async send({ content: { text } }) {
        await new Promise((resolve) => setTimeout(resolve, text === 'long' ? 50 : 10));
        ended.push(String(text));
        return { status: 'SENT' };
      },
    };
    const { send } = inLane(laneOf({ places: 2 }), gateway);
    const suspect = attemptOf(1, 'suspect');
    const sent = [attemptOf(1, 'long'), attemptOf(1, 'short'), suspect].map((one) => send(one, heldLease));
    await vi.advanceTimersByTimeAsync(1);
    suspects.add(suspect.attemptId);
    await vi.advanceTimersByTimeAsync(100);
    await Promise.all(sent);
    expect(ended).toEqual(['short', 'long', 'suspect']);
  });

  test('has nothing else under way beside what may end it', async () => {
    const lane = laneOf({ places: 10 });
    const under = new Set<string>();
    const beside: string[][] = [];
    const gateway: TakesTurns = {
      goesAlone: (id) => suspects.has(id),
      async send({ content }) {
        under.add(String(content.text));
        beside.push([...under]);
        await new Promise((resolve) => setTimeout(resolve, 10));
        under.delete(String(content.text));
        return { status: 'SENT' };
      },
    };
    const suspect = attemptOf(2, 'suspect');
    const suspects = new Set([suspect.attemptId]);
    const { send } = inLane(lane, gateway);
    const sent = [
      ...Array.from({ length: 5 }, (_, n) => send(attemptOf(1, `${n}`), heldLease)),
      send(suspect, heldLease),
      ...Array.from({ length: 5 }, (_, n) => send(attemptOf(1, `later ${n}`), heldLease)),
    ];
    await vi.advanceTimersByTimeAsync(200);
    await Promise.all(sent);
    expect(beside.filter((all) => all.includes('suspect'))).toEqual([['suspect']]);
  });
});
