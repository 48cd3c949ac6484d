import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Goal, judgeGoals } from './goals.ts';
import { pageOf } from './markdown.ts';
import { isDisturbed, memberAt, type ResultFile, readResults } from './result-file.ts';

const file = (results: object): ResultFile => ({
  name: 'x',
  command: 'run x',
  machine: { cpu: 'a processor', cores: 2, node: 'v24' },
  results,
});

const row = {
  name: 'mock: requests',
  says: 'answers',
  against: 'Prism',
  unit: 'a second',
  better: 'higher',
  ours: 2_400,
  peer: 1_000,
  ratio: 2.4,
  ratios: [2.4],
};

test('RESULTS.md and its plots are current: npm run bench -- page', () => {
  for (const [path, text] of Object.entries(pageOf(readResults())))
    expect(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'), path).toBe(text);
});

test('a goal is reached, not reached, or not measured', () => {
  const goalAt = (least: number): Goal => ({
    goal: `at least ${least}`,
    file: 'there',
    figure: ({ results }) => {
      const value = memberAt(results, 'a.b');
      return typeof value === 'number' ? { shown: String(value), isReached: value >= least } : undefined;
    },
  });
  const verdicts = (files: Record<string, ResultFile>) =>
    judgeGoals(files, [goalAt(3), goalAt(5)]).map(({ verdict }) => verdict);
  expect(verdicts({ there: file({ a: { b: 4 } }) })).toEqual(['reached', 'not reached']);
  expect(verdicts({ there: file({}) })).toEqual(['not measured', 'not measured']);
  expect(verdicts({})).toEqual(['not measured', 'not measured']);
});

test('a goal that is missed says why', () => {
  const goalAt = (isReached: boolean): Goal => ({
    goal: 'fast',
    file: 'there',
    figure: () => ({ shown: '4', isReached }),
    why: 'slow disks',
  });
  const judged = judgeGoals({ there: file({}) }, [goalAt(true), goalAt(false)]);
  expect(judged.map(({ why }) => why)).toEqual([undefined, 'slow disks']);
});

test('the page judges a ratio of the parts, shows it, and draws it', () => {
  const page = pageOf({ parts: file({ rows: [row], skipped: { preflight: 'no Chromium' } }) });
  const text = page['RESULTS.md'] ?? '';
  expect(text).toContain("| The mock answers twice as many requests as Prism's command | 2.4 | reached |");
  expect(text).toContain('| **mock: requests** | answers | Prism | 2,400 | 1,000 | a second | 2.4 |');
  expect(text).toContain('Skipped: preflight, no Chromium.');
  expect(page['results/parts.svg']).toContain('mock: requests');
});

test('a run beside other work is marked', () => {
  expect(isDisturbed(file({ loadAverage: { before: 3.2 } }))).toBe(true);
  expect(isDisturbed(file({ loadAverage: { before: 0.2 } }))).toBe(false);
  expect(isDisturbed(file({}))).toBe(false);
  const page = pageOf({ parts: file({ rows: [row], loadAverage: { before: 3.2 } }) });
  expect(page['RESULTS.md']).toContain('load average 3.2 before): to be measured again');
});
