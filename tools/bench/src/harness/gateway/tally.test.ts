import { expect, test } from 'vitest';
import { createTally, type Send, viewOf } from './tally.ts';

const windowMs = 1_000;

/** Sends of the same text, each answered 100 ms after it came. */
function sendsAt(...times: readonly number[]): Send[] {
  return times.map((receivedAt) => ({
    key: 'SMS a',
    attempt: 'one',
    receivedAt,
    answeredAt: receivedAt + 100,
  }));
}

const killAt = (at: number) => ({ name: 'kill', from: at, to: at + 5 });

test('a text that comes again without a fault is a repeat that nothing explains', () => {
  const view = viewOf(sendsAt(0, 20), [], windowMs);
  expect(view).toMatchObject({ sends: 2, attempts: 1, texts: 1, repeats: 1, unexplained: 1 });
  expect(view.examples).toEqual([
    { text: 'SMS a', at: '1970-01-01T00:00:00.020Z', afterMs: 20, isSameAttempt: true },
  ]);
});

test('the text on another channel is another stage', () => {
  const [first, second] = sendsAt(0, 20) as [Send, Send];
  expect(viewOf([first, { ...second, key: 'CHATTWO a' }], [], windowMs)).toMatchObject({
    texts: 2,
    repeats: 0,
  });
});

test.each([
  { sent: 9_800, again: 15_000, kills: [10_000], explains: true },
  // Its result was committed long before the kill.
  { sent: 8_800, again: 15_000, kills: [10_000], explains: false },
  // It came again before the kill.
  { sent: 9_500, again: 9_600, kills: [10_000], explains: false },
  // It came after the kill.
  { sent: 10_100, again: 10_120, kills: [10_000], explains: false },
  { sent: 9_800, again: 15_000, kills: [2_000, 10_000], explains: true },
])('sent at $sent and $again, with kills at $kills', ({ sent, again, kills, explains }) => {
  const view = viewOf(sendsAt(sent, again), kills.map(killAt), windowMs);
  expect(view.unexplained).toBe(explains ? 0 : 1);
  expect(view.faults.at(-1)).toMatchObject({ repeats: explains ? 1 : 0 });
});

test('a kill explains one repeat of a text, and no more', () => {
  const view = viewOf(sendsAt(9_800, 15_000, 15_020), [killAt(10_000)], windowMs);
  expect(view).toMatchObject({ repeats: 2, unexplained: 1, faults: [{ repeats: 1, underWay: 1 }] });
});

test('the bound of a kill: what came before its end, and was not answered a window before it', () => {
  const waiting: Send = { key: 'SMS b', receivedAt: 2_000, answeredAt: Number.NaN };
  const [old, recent, later] = sendsAt(8_000, 9_500, 20_000) as [Send, Send, Send];
  const others = [old, recent, later].map((send, at) => ({ ...send, key: `SMS ${at}` }));
  const [kill] = viewOf([waiting, ...others], [killAt(10_000)], windowMs).faults;
  expect(kill).toEqual({
    name: 'kill',
    repeats: 0,
    underWay: 2,
    unanswered: 1,
    perSecond: 1,
    oldestAnswerMs: null,
  });
});

test('names how long before the kill the oldest repeated send had been answered', () => {
  const view = viewOf(sendsAt(9_800, 15_000), [killAt(10_000)], windowMs);
  expect(view.faults[0]).toMatchObject({ oldestAnswerMs: 100 });
});

test('counts by the request id in the text', () => {
  const tally = createTally();
  const id = '6a1f0c2b-4d5e-4691-8111-12222aaaa001';
  tally.note(`Your code is 1. ${id}`, 'SMS');
  tally.note(`Your code is 1. ${id}`, 'CHATTWO', 'two');
  tally.note('no id', 'SMS');
  expect(tally.counts()).toEqual([[id, 2]]);
  expect(tally.view([], windowMs)).toMatchObject({
    sends: 2,
    attempts: 1,
    texts: 2,
    repeats: 0,
    withoutId: 1,
  });
});
