import { expect, test } from 'vitest';
import type { Phase, Scenario } from '../scenario/scenario.ts';
import { progressLine } from './progress-line.ts';
import { type Progress, watchProgress } from './watch-progress.ts';

const scenario = (id: string, phase: Phase): Scenario => ({
  id,
  phase,
  says: '',
  clauses: [],
  given: {},
  when: {},
  expects: {},
});

test('tells of the phases that are under way, by scenario', () => {
  let last: Progress | undefined;
  const progress = watchProgress(
    () => 7,
    (now) => {
      last = now;
    },
  );
  progress.announce('vectors', 2);
  progress.announce('text', 1);
  progress.note({ scenario: scenario('a', 'vectors'), verdict: { kind: 'mismatch', faults: [] } });
  progress.note({ scenario: scenario('a', 'vectors'), verdict: { kind: 'match' } });
  progress.note({ scenario: scenario('b', 'text'), verdict: { kind: 'match' } });
  expect(last).toEqual({ phases: [{ phase: 'vectors', done: 1, of: 2 }], requests: 7, mismatches: 1 });
});

test('a line that never wraps', () => {
  const progress = { phases: [{ phase: 'text' as const, done: 1, of: 9 }], requests: 40, mismatches: 2 };
  expect(progressLine(progress, 80)).toBe('… text 1/9 · 40 requests · 2 not as expected');
  expect(progressLine(progress, 20)).toBe('… text 1/9 · 40 re…');
});
