import { expect, test } from 'vitest';
import { judgeOrder, type SeenAttempt } from './judge-order.ts';

const none = { reversed: [], equal: [], overlapping: [] };

/** An attempt from `beganAt` to `beganAt + 5`, for a status that changed at that second. */
function attempt(status: string, second: number, beganAt: number, others: Partial<SeenAttempt> = {}) {
  const statusAt = `2026-11-22T12:00:0${second}Z`;
  const endedAt = beganAt + 5;
  return { eventId: status, messageId: 1, stage: 'a', status, statusAt, beganAt, endedAt, ...others };
}

test('events one after the other are in order, in whatever order the log has them', () => {
  expect(judgeOrder([attempt('READ', 2, 20), attempt('SENT', 0, 0), attempt('DELIVERED', 1, 10)])).toEqual(
    none,
  );
});

test('finds an event that overtook an earlier one', () => {
  expect(judgeOrder([attempt('DELIVERED', 1, 0), attempt('SENT', 0, 10)])).toEqual({
    ...none,
    reversed: ['1: DELIVERED, then SENT'],
  });
});

test('finds the same time twice within a stage, but not in two', () => {
  const sent = attempt('SENT', 0, 0);
  const delivered = attempt('DELIVERED', 0, 10);
  expect(judgeOrder([sent, delivered]).equal).toEqual(['1: SENT, then DELIVERED']);
  expect(judgeOrder([sent, { ...delivered, stage: 'b' }])).toEqual(none);
});

test('finds attempts at the same time, and attempts after one without an answer', () => {
  const overlapping = ['1: SENT, then DELIVERED'];
  expect(judgeOrder([attempt('SENT', 0, 0), attempt('DELIVERED', 1, 4)])).toEqual({ ...none, overlapping });
  const unanswered = attempt('SENT', 0, 0, { endedAt: Number.POSITIVE_INFINITY });
  expect(judgeOrder([unanswered, attempt('DELIVERED', 1, 4)])).toEqual({ ...none, overlapping });
});

test('judges first attempts alone, and each message by itself', () => {
  const repeated = [attempt('SENT', 0, 0), attempt('DELIVERED', 1, 10), attempt('SENT', 0, 12)];
  const other = attempt('SENT', 0, 2, { messageId: 2, eventId: 'other' });
  expect(judgeOrder([...repeated, other])).toEqual(none);
});
