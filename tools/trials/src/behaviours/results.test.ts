import { expect, test } from 'vitest';
import type { RowOutcome } from './judge.ts';
import { behaviourResults, rowOf } from './results.ts';
import { readSmscPage, smscPage } from './smsc-page.ts';

const right: RowOutcome = {
  texts: 5,
  missing: 0,
  twice: 0,
  garbled: 0,
  toldWrong: 0,
  notTold: 0,
  secondsP95: 0.1,
  secondsMost: 0.2,
  refusals: 0,
  binds: 1,
  others: 0,
};
const twice: RowOutcome = { ...right, twice: 2 };
const lost: RowOutcome = { ...right, missing: 5, secondsP95: null };
const row = (does: string, cascade: RowOutcome, kannel: RowOutcome, jasmin: RowOutcome) =>
  rowOf('Receipts', { does, script: () => ({}) }, { cascade, kannel, jasmin });

const rows = [
  row('is right for all', right, right, right),
  row('is right for ours alone', right, twice, lost),
  row('is right for another', twice, lost, right),
  row('is right for none', twice, twice, lost),
];
const results = behaviourResults(rows);

test('a row is as good as the better of the others, or worse; ours may be alone', () => {
  expect(rows.map(({ isAsGood }) => isAsGood)).toEqual([true, true, false, true]);
  expect(rows.map(({ isAlone }) => isAlone)).toEqual([false, true, false, false]);
  expect(results).toMatchObject({
    behaviours: 4,
    faultless: { cascade: 2, kannel: 1, jasmin: 2 },
    worse: ['is right for another'],
    alone: 1,
    shareAsGood: 0.75,
  });
});

test('without another client there is nothing to compare', () => {
  expect(rowOf('Receipts', { does: 'x', script: () => ({}) }, { cascade: right }).isAsGood).toBeNull();
});

test('the page for operators is current: npm run trials -- behaviours --page', () => {
  const { current, made } = readSmscPage();
  expect(current).toBe(made);
});

test('the page names the clients that are right, the rows that are worse, and what went wrong', () => {
  const machine = { cpu: 'a processor', cores: 2 };
  const page = smscPage({ command: 'run it', machine, results });
  expect(page).toContain('the service in 2, Kannel in 1, Jasmin in 2');
  expect(page).toContain('In 1 it is worse than another: *is right for another*');
  expect(page).toContain('None of the clients is right in 1');
  expect(page).toContain(
    '| is right for ours alone | right, < 1 s | **2 twice** of 5, < 1 s | **5 missing** of 5 |',
  );
});
