import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageOf } from '../page.ts';
import { type Goal, isDisturbed, judgeGoals, type ResultFile, readResults } from './goals.ts';

const file = (results: object): ResultFile => ({
  name: 'x',
  command: 'run x',
  machine: { cpu: 'a processor', cores: 2, node: 'v24' },
  results,
});

test('the page says how fast the machine of a table was', () => {
  const parts = file({ rows: [row] });
  const speed = { before: 0.51, after: 0.57 };
  const page = (of: ResultFile) => pageOf({ parts: of })['RESULTS.md'];
  expect(page({ ...parts, machine: { ...parts.machine, speed } })).toContain(
    'known work took 0.51 s before and 0.57 s after',
  );
  expect(page(parts)).toContain('how fast it was is not recorded');
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

test('RESULTS.md and the pages of operators are current: npm run bench -- page', () => {
  for (const [path, text] of Object.entries(pageOf(readResults())))
    expect(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'), path).toBe(text);
});

const goal = { goal: 'fast', file: 'there', figure: ['a', 'b'] } as const;
const verdicts = (results: object, ...goals: readonly Omit<Goal, 'goal' | 'file' | 'figure'>[]) =>
  judgeGoals(
    { there: file(results) },
    goals.map((bound) => ({ ...goal, ...bound })),
  ).map(({ verdict, shown }) => `${shown} ${verdict}`);

test('a goal is reached, not reached, or not measured', () => {
  expect(verdicts({ a: { b: 4 } }, { least: 3 }, { least: 5 }, { most: 3 })).toEqual([
    '4 reached',
    '4 not reached',
    '4 not reached',
  ]);
  expect(verdicts({}, { least: 3 })).toEqual([' not measured']);
  expect(judgeGoals({}, [goal])).toMatchObject([{ verdict: 'not measured' }]);
});

test('a figure is divided by another, compared with another, or counts what was refused', () => {
  const results = { a: { b: 4 }, c: [{ d: 1 }, { d: 2, e: 8 }] };
  const other = ['c', { d: 2 }, 'e'] as const;
  expect(verdicts(results, { over: other, most: 0.5, unit: ' times' })).toEqual(['0.5 times reached']);
  expect(verdicts(results, { beside: other, above: 1 }, { beside: other, most: 0.5 })).toEqual([
    '4 to 8 not reached',
    '4 to 8 reached',
  ]);
  expect(verdicts(results, { beside: ['absent'], above: 1 })).toEqual([' not measured']);
  expect(verdicts({ a: { b: { 200: 3, 503: 2 } } }, { most: 0 })).toEqual(['2 of 5 not reached']);
});

test('a goal that is missed says why', () => {
  const judged = [3, 5].map((least) => ({ ...goal, least, why: 'slow disks' }));
  const reasons = judgeGoals({ there: file({ a: { b: 4 } }) }, judged).map(({ why }) => why);
  expect(reasons).toEqual([undefined, 'slow disks']);
});

test('the page judges a ratio of the parts, shows it, and draws it', () => {
  const page = pageOf({ parts: file({ rows: [row], skipped: { preflight: 'no Chromium' } }) });
  const text = page['RESULTS.md'] ?? '';
  expect(text).toContain("| The mock answers twice as many requests as Prism's command | 2.4 | reached |");
  expect(text).toContain('| **mock: requests** | answers | Prism | 2,400 | 1,000 | a second | 2.4 |');
  expect(text).toContain('Skipped: preflight, no Chromium.');
  expect(text).toContain('x-axis ["mock"]');
  expect(text).toContain('bar [2.4]');
});

test('the page says where each system saturates, and whether that is the bound of the test', () => {
  const run = { rate: 300, lagMilliseconds: { p50: 3, p99: 9 }, processorPerMessage: 500 };
  const system = (highestRate: number, more: object) => ({ highestRate, atCommonRate: run, ...more });
  const systems = {
    ours: system(1_200, { failsAt: 1_250 }),
    theirs: system(2_400, { failsAt: 2_450, isBoundByLoad: true }),
    before: system(3_200, {}),
  };
  const page = (of: object) =>
    pageOf({ peers: file({ says: 'rates', 'one report': of }) })['RESULTS.md'] ?? '';
  const text = page(systems);
  expect(text).toContain('| ours | one report | 1200 |');
  expect(text).toContain('| theirs | one report | 2400, as load and receiver alone |');
  expect(text).toContain('| before | one report | at least 3200 |');
  expect(text).toContain('rates. **Of the program of before');
  expect(page({ ours: systems.ours })).toContain('rates.\n');
});

test('a run beside other work is marked', () => {
  expect(isDisturbed(file({ loadAverage: { before: 3.2 } }))).toBe(true);
  expect(isDisturbed(file({ loadAverage: { before: 0.2 } }))).toBe(false);
  expect(isDisturbed(file({}))).toBe(false);
  const page = pageOf({ parts: file({ rows: [row], loadAverage: { before: 3.2 } }) });
  expect(page['RESULTS.md']).toContain('load average 3.2 before): to be measured again');
});
