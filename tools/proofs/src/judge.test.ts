import type { Operation } from '@cascade/verifier/bench';
import { expect, test } from 'vitest';
import { type JudgedEvidence, judgeRun } from './judge.ts';
import { readSchedule } from './read-schedule.ts';

const crash = { ...readSchedule('crash'), excused: {} };
const hostile = readSchedule('hostile');

const event = {
  eventId: 'e',
  messageId: 1,
  stage: 's',
  status: 'SENT',
  statusAt: '2026-01-01T00:00:00.000Z',
};
const arrival = { ...event, arrivedAt: 0, beganAt: 0, endedAt: 1 };

/** Of a run in which all is right: one message, one event. */
function evidence(): JudgedEvidence {
  return {
    ledger: {
      acknowledged: new Map([['a', 1]]),
      calls: [],
      broken: [],
      undecided: 0,
      leftOut: 0,
      history: [],
      affords: new Map(),
    },
    stored: new Map([['a', { id: 'a', messages: 1, hasEnded: true, isEnqueued: true }]]),
    check: {
      messages: 1,
      doubleMessages: 0,
      doubleDebits: 0,
      wrongBooks: 0,
      notEnded: 0,
      notReleased: 0,
      notReported: 0,
    },
    wronglySpent: 0,
    audit: { messages: 1, forgotten: [], unreleased: [], books: [] },
    events: [{ id: 'e', state: 'delivered' }],
    takenBefore: new Set(['e']),
    receivers: [{ isWell: true, taken: new Map([['e', 1]]), arrivals: [arrival] }],
    gateway: { kind: 'simulator', sends: 'not counted' },
    sends: new Map([['a', 1]]),
    volleys: [],
    output: '',
    left: { notEnded: 0, notReported: 0 },
    isSentOnce: true,
    stops: [{ exitCode: 0, printed: undefined }],
    faultCount: 1,
    failures: [],
    inBetween: {},
  };
}

const found = (wrong: Partial<JudgedEvidence>, schedule = crash) =>
  judgeRun({ ...evidence(), ...wrong }, schedule).findings.map(
    ({ judge: name, count }) => `${name} ${count}`,
  );

test('finds nothing where nothing is wrong', () => {
  expect(found({})).toEqual([]);
});

const { ledger, check, audit } = evidence();
const call = (id: string, answer: Operation['answer'], at: number): Operation => {
  return { lane: 0, account: 'x', id, answer, call: at, end: at + 1 };
};

test.each<[string, Partial<JudgedEvidence>, readonly string[]]>([
  ['a run without a message', { ledger: { ...ledger, acknowledged: new Map() } }, ['run 1']],
  ['a run without a fault', { faultCount: 0 }, ['run 1']],
  ['a fault that failed', { failures: ['kill: no process'] }, ['run 1']],
  ['a message that is lost', { stored: new Map() }, ['ids 1']],
  [
    'a message stored twice',
    { stored: new Map([['a', { id: 'a', messages: 2, hasEnded: true, isEnqueued: true }]]) },
    ['ids 1'],
  ],
  ['a message lost for a while', { inBetween: { missing: 3 } }, ['ids 3']],
  [
    'a message that does not end',
    { stored: new Map([['a', { id: 'a', messages: 1, hasEnded: false, isEnqueued: true }]]) },
    ['ended 1'],
  ],
  ['a status event that is never reported', { left: { notEnded: 0, notReported: 2 } }, ['ended 2']],
  ['money that is booked twice', { check: { ...check, doubleDebits: 1 } }, ['money 1']],
  ['money that was spent for nothing', { wronglySpent: 1 }, ['money 1']],
  ['books that the command finds wrong', { audit: { ...audit, books: [{}] } }, ['money 1']],
  ['forgotten work', { audit: { ...audit, forgotten: [{}, {}] } }, ['forgotten 2']],
  ['a message that is sent again', { isSentOnce: false }, ['gateway 1']],
  ['a message that is never sent', { sends: new Map() }, ['gateway 1']],
  ['an event that no receiver took', { receivers: [] }, ['receiver 1']],
  ['an event that the store does not have', { events: [] }, ['receiver 1']],
  [
    'answers that no order explains',
    { ledger: { ...ledger, history: [call('b', 'accepted', 1), call('b', 'accepted', 5)] } },
    ['history 1'],
  ],
  ['a replica that did not stop', { stops: [{ exitCode: 1, printed: 'no' }] }, ['stops 1']],
  ['an answer with 500', { ledger: { ...ledger, broken: ['/: 500'] } }, ['answers 1']],
])('finds %s', (_, wrong, expected) => {
  expect(found(wrong)).toEqual(expected);
});

test('finds a broken order of status events at a receiver that was never broken', () => {
  const later = { ...arrival, eventId: 'f', statusAt: '2025-12-31T23:59:59.000Z', beganAt: 0.5, endedAt: 2 };
  const wrong = (isWell: boolean) => ({
    receivers: [{ isWell, taken: new Map([['e', 1]]), arrivals: [arrival, later] }],
  });
  expect(found(wrong(true))).toEqual(['order 1', 'order 1']);
  expect(found(wrong(false))).toEqual([]);
});

test('finds secrets in the log of a run that is traced', () => {
  expect(found({ output: 'key stranger-key-77a1d2' }, hostile)).toEqual(['log 1']);
});

test('a schedule excuses a judge with a reason', () => {
  const excusing = { ...crash, excused: { ids: 'no commit waits' } };
  const { findings, excused, counts } = judgeRun({ ...evidence(), stored: new Map() }, excusing);
  expect({ findings, excused: excused.map((one) => one.judge), ids: counts.ids }).toEqual({
    findings: [],
    excused: ['ids'],
    ids: 1,
  });
});
