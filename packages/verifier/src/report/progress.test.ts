import { expect, test } from 'vitest';
import type { Phase, Scenario } from '../scenario/scenario.ts';
import { type Progress, progressInLog, progressLine, watchProgress } from './progress.ts';

const scenario = (id: string, phase: Phase): Scenario => ({
  id,
  phase,
  says: '',
  clauses: [],
  given: {},
  when: {},
  expects: {},
});

test('tells of the phases that are under way, by scenario, and about how long the rest takes', () => {
  let last: Progress | undefined;
  let now = 0;
  let requests = 0;
  const progress = watchProgress({
    requests: () => requests,
    expected: 101,
    scenarios: 4,
    now: () => now,
    onProgress: (state) => {
      last = state;
    },
  });
  progress.announce('vectors', 2);
  progress.announce('text', 2);
  progress.note({ scenario: scenario('a', 'vectors'), verdict: { kind: 'mismatch', faults: [] } });
  progress.note({ scenario: scenario('a', 'vectors'), verdict: { kind: 'match' } });
  progress.note({ scenario: scenario('b', 'text'), verdict: { kind: 'inconclusive', why: '' } });
  progress.note({ scenario: scenario('c', 'text'), verdict: { kind: 'match' } });
  requests = 4;
  now = 2_000;
  progress.tell();
  const known = {
    phases: [{ phase: 'vectors', done: 1, of: 2 }],
    scenarios: { done: 3, of: 4 },
    mismatches: 1,
  };
  // Too little to tell how long it takes.
  expect(last).toEqual({ ...known, requests: 4 });
  requests = 20;
  progress.tell();
  expect(last).toEqual({ ...known, requests: 20, secondsLeft: 8 });
  // More than expected.
  requests = 120;
  progress.tell();
  expect(last).toEqual({ ...known, requests: 120 });
});

const state: Progress = {
  phases: [{ phase: 'text' as const, done: 1, of: 9 }],
  scenarios: { done: 30, of: 90 },
  secondsLeft: 12.4,
  requests: 40,
  mismatches: 2,
};

test('a line that never wraps', () => {
  expect(progressLine(state, 80)).toBe(
    '… 33 %, about 12 s left · text 1/9 · 40 requests · 2 not as expected',
  );
  expect(progressLine(state, 20)).toBe('… 33 %, about 12 s…');
});

test('a line of a log', () => {
  expect(progressInLog(state)).toBe('… 33 %, about 12 s left · 40 requests · 2 not as expected\n');
  expect(progressInLog({ ...state, secondsLeft: 200, mismatches: 0 })).toBe(
    '… 33 %, about 3 min left · 40 requests\n',
  );
});
