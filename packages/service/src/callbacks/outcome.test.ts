import { retrySchedule as schedule } from '@cascade/transition';
import { describe, expect, test } from 'vitest';
import { pendingCallback } from '../testing/values.ts';
import { attemptOutcome, type Deferral, outcomeOfDeferral } from './outcome.ts';

/** On the monotonic clock, in milliseconds. */
const start = 5_000;
const after = (seconds: number) => start + seconds * 1_000;
const random = () => 0;

describe('an attempt', () => {
  const outcome = (result: Parameters<typeof attemptOutcome>[1], details = {}) =>
    attemptOutcome(
      pendingCallback(details),
      result,
      { startedAt: start, now: after(1), at: new Date(0) },
      { schedule, random },
    );

  test('that is accepted delivers the event; its start is when the event was first due', () => {
    expect(outcome({ outcome: 'accepted', result: '204' })).toMatchObject({
      state: 'delivered',
      attempted: true,
      result: '204',
      waitedMs: 1_000,
    });
  });

  test('that fails is retried, counted from its end', () => {
    expect(outcome({ outcome: 'failed', result: '500' })).toMatchObject({
      state: 'pending',
      againInMs: 4_000,
    });
    expect(
      outcome({ outcome: 'failed', result: '503', retryAfterMs: 60_000 }, { attempts: 1 }),
    ).toMatchObject({
      againInMs: 128_000,
    });
  });

  test('that fails a day after the first is the last', () => {
    const firstDueAt = after(-86_400);
    const last = outcome({ outcome: 'failed', result: '500' }, { attempts: 9, firstDueAt });
    expect(last).toMatchObject({ state: 'given-up', waitedMs: 86_401_000 });
    expect(last.againInMs).toBeUndefined();
  });

  test('answered with 410 gives up, and names the receiver to disable', () => {
    expect(outcome({ outcome: 'gone', result: '410' }, { accountId: 7 })).toMatchObject({
      state: 'given-up',
      gone: { accountId: 7, url: 'https://receiver.example/status', version: 1 },
    });
  });
});

describe('a deferral', () => {
  const to = (seconds: number) => ({ dueInMs: seconds * 1_000, visitInMs: null, isPaused: false });
  const paused = (seconds: number) => ({ dueInMs: 0, visitInMs: seconds * 1_000, isPaused: true });

  test('does not count as an attempt, but the first one starts the day', () => {
    expect(outcomeOfDeferral(pendingCallback(), to(60), start, schedule)).toMatchObject({
      state: 'pending',
      attempted: false,
      waitedMs: 0,
      againInMs: 60_000,
    });
  });

  test('by a back-off is noted before the first attempt: later events of the message wait for it no longer', () => {
    const resultOf = (attempts: number, deferral: Deferral) =>
      outcomeOfDeferral(pendingCallback({ attempts }), deferral, start, schedule).result;
    expect([resultOf(0, paused(60)), resultOf(1, paused(60)), resultOf(0, to(60))]).toEqual([
      'put-off',
      null,
      null,
    ]);
  });

  test('waits for its receiver in its lane, until the day is over', () => {
    const callback = pendingCallback({ firstDueAt: start });
    const { accountId, url } = callback;
    const visitInMs = 3_600_000;
    expect(outcomeOfDeferral(callback, paused(3_600), after(86_300), schedule)).toMatchObject({
      state: 'pending',
      againInMs: 0,
      lane: { accountId, url, visitInMs, giveUpInMs: 100_000 },
    });
    expect(outcomeOfDeferral(callback, paused(3_600), after(86_400), schedule).state).toBe('given-up');
  });

  test('to after the day gives up', () => {
    const callback = pendingCallback({ firstDueAt: start });
    expect(outcomeOfDeferral(callback, to(100), after(86_300), schedule).state).toBe('pending');
    expect(outcomeOfDeferral(callback, to(101), after(86_300), schedule).state).toBe('given-up');
  });
});
