import { expect, test } from 'vitest';
import { renderFixes, renderOutcomes, sumOf, type TaskResult } from './outcome.ts';

const outcome = (part: Partial<TaskResult>): TaskResult => ({
  place: 'packages/a',
  task: 'test',
  succeeded: true,
  cached: false,
  seconds: 1,
  ...part,
});

test('tests count one by one, a check as one', () => {
  const sum = sumOf([
    outcome({ tests: { passed: 7, failed: 0, skipped: 2, repeated: [] } }),
    outcome({ task: 'lint' }),
    outcome({ succeeded: false, tests: { passed: 3, failed: 2, skipped: 0, repeated: [] } }),
    outcome({ task: 'lint', succeeded: false }),
  ]);
  expect(sum).toEqual({ passed: 11, failed: 3, skipped: 2 });
});

test('a run that crashed, or failed outside a test, counts as one failure', () => {
  expect(sumOf([outcome({ succeeded: false })]).failed).toBe(1);
  expect(
    sumOf([outcome({ succeeded: false, tests: { passed: 3, failed: 0, skipped: 0, repeated: [] } })]).failed,
  ).toBe(1);
});

test('the last line is plain and counts', () => {
  const text = renderOutcomes([
    outcome({ tests: { passed: 7, failed: 0, skipped: 0, repeated: [] } }),
    outcome({ task: 'lint' }),
  ]);
  expect(text.trimEnd().split('\n').at(-1)).toBe('8 passed, 0 failed');
  expect(renderOutcomes([outcome({ tests: { passed: 1, failed: 0, skipped: 3, repeated: [] } })])).toMatch(
    /\n1 passed, 0 failed, 3 skipped\n$/,
  );
});

test('a failed task has a mark', () => {
  expect(renderOutcomes([outcome({ task: 'lint', succeeded: false })])).toContain('✗ packages/a');
});

test('a test that passed at the second try only is named', () => {
  const tests = { passed: 2, failed: 0, skipped: 0, repeated: ['a race'] };
  expect(renderOutcomes([outcome({ tests })])).toContain(
    '? packages/a: passed at the second try: a race\n\n2 passed',
  );
});

test('a suite names its slowest file, unless it comes from the cache', () => {
  const slowest = { file: 'test/pages.test.ts', seconds: 41.26 };
  const tests = { passed: 2, failed: 0, skipped: 0, repeated: [], slowest };
  expect(renderOutcomes([outcome({ tests })])).toMatch(
    /1\.0 s +2 passed +slowest: test\/pages\.test\.ts 41\.3 s\n/,
  );
  expect(renderOutcomes([outcome({ tests, cached: true })])).not.toContain('pages');
});

test('a check that failed shows its first message, and below how to go on', () => {
  const outcomes = [
    outcome({ place: '.', task: 'check:types', seconds: 4.2 }),
    outcome({ place: '.', task: 'check:format', succeeded: false, seconds: 3.1, message: 'a.ts: format' }),
    outcome({ place: 'spec', task: 'lint', succeeded: false, cached: false, message: 'openapi.yaml:1:1' }),
  ];
  expect(renderOutcomes(outcomes)).toBe(`
✗ .                    check:format        3.1 s  a.ts: format
✓ .                    check:types         4.2 s
✗ spec                 lint                1.0 s  openapi.yaml:1:1

1 passed, 2 failed
`);
  expect(renderFixes(outcomes)).toBe(
    `npm run format fixes what it can; npm run check -- format shows all messages
npm --prefix spec run lint shows all messages
`,
  );
});
