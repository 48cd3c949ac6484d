import { describe, expect, test } from 'vitest';
import type { PlannedStage } from '../accounts/directory/account.ts';
import { type ChangedMessage, createFreshEvents } from './fresh-events.ts';
import type { StatusChange } from './status-change.ts';

const stage: PlannedStage = {
  uuid: '2ede9313-0539-463a-9ec3-898506f4937a',
  channel: 'SMS',
  ttlSeconds: null,
  subjectId: 2,
  subject: 'codes',
  price: 5,
};

function change(eventId: string, second: number, more: Partial<StatusChange> = {}): StatusChange {
  const at = new Date(Date.UTC(2026, 10, 22, 12, 0, second));
  const sent = { accountId: 7, messageId: 1, position: 1, status: 'SENT', reason: null, reported: true };
  return { ...sent, eventId, at, ...more };
}

function message(
  [markBefore, markAfter]: readonly [string, string],
  changes: readonly StatusChange[],
  messageId = 1,
): ChangedMessage {
  const request = { requestIdAsSent: '8A1F', messageId, cascadeId: 31634, comment: 'a comment' };
  return { ...request, accountId: 7, traceparent: null, plan: [stage], changes, markBefore, markAfter };
}

/** The ids of the events that have to be sent first; undefined if the event has to be read. */
function earlierOf(fresh: ReturnType<typeof createFreshEvents>, eventId: string) {
  return fresh.take(eventId)?.earlier.map(({ eventId: id, turn }) => `${id} in turn ${turn}`);
}

describe('an event that was written here', () => {
  test('is as the database has it, and is taken once', () => {
    const fresh = createFreshEvents();
    fresh.add([message(['', 'sent'], [change('a', 1)])]);
    expect(fresh.take('a')).toEqual({
      eventId: 'a',
      accountId: 7,
      traceparent: null,
      requestIdAsSent: '8A1F',
      messageId: 1,
      cascadeId: 31634,
      comment: 'a comment',
      stage,
      status: 'SENT',
      reason: null,
      at: change('a', 1).at,
      earlier: [],
    });
    expect(fresh.take('a')).toBeUndefined();
    expect(fresh.take('unknown')).toBeUndefined();
  });

  test('waits for those before it, of the same batch and of earlier ones, in the order of their times', () => {
    const fresh = createFreshEvents();
    fresh.add([message(['', 'sent'], [change('a', 1), change('c', 3)])]);
    fresh.add([message(['sent', 'delivered'], [change('d', 4), change('b', 2)])]);
    expect(earlierOf(fresh, 'd')).toEqual(['a in turn 0', 'c in turn 0', 'b in turn 0']);
    expect(earlierOf(fresh, 'b')).toEqual(['a in turn 0']);
    expect(earlierOf(fresh, 'a')).toEqual([]);
  });

  test('does not wait for an event without a callback', () => {
    const fresh = createFreshEvents();
    fresh.add([message(['', 'sent'], [change('a', 1, { reported: false }), change('b', 2)])]);
    expect(fresh.take('a')).toBeUndefined();
    expect(earlierOf(fresh, 'b')).toEqual([]);
  });

  test('names no stage if none is concerned', () => {
    const fresh = createFreshEvents();
    fresh.add([message(['', 'ended'], [change('a', 1, { position: null })])]);
    expect(fresh.take('a')?.stage).toBeNull();
  });
});

describe('an event has to be read', () => {
  test('if the message began elsewhere', () => {
    const fresh = createFreshEvents();
    fresh.add([message(['sent', 'delivered'], [change('b', 2)])]);
    expect(fresh.take('b')).toBeUndefined();
  });

  test('from when on another replica has changed the message', () => {
    const fresh = createFreshEvents();
    fresh.add([message(['', 'sent'], [change('a', 1)])]);
    fresh.add([message(['delivered elsewhere', 'read'], [change('c', 3)])]);
    fresh.add([message(['read', 'read again'], [change('d', 4)])]);
    expect([fresh.take('c'), fresh.take('d')]).toEqual([undefined, undefined]);
    expect(earlierOf(fresh, 'a')).toEqual([]);
  });

  test('if too much was written since', () => {
    const fresh = createFreshEvents();
    fresh.add([message(['', 'sent'], [change('a', 1)])]);
    for (let id = 2; id < 10_000; id += 1) fresh.add([message(['', 'sent'], [change(`e${id}`, 1)], id)]);
    fresh.add([message(['sent', 'delivered'], [change('b', 2)])]);
    expect([fresh.take('a'), fresh.take('b')]).toEqual([undefined, undefined]);
    expect(earlierOf(fresh, 'e9999')).toEqual([]);
  });
});
