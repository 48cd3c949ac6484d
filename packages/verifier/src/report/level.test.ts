import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sampleReport } from '../../test/support/sample-report.ts';
import { loadClauses } from '../scenario/clauses.ts';
import { canBeJudged } from './level.ts';
import type { LedgerRow, Level, Report } from './report.ts';

/** A ledger of all clauses, on which these have no verdict. */
function ledgerWithout(isOpen: (clause: string) => boolean): LedgerRow[] {
  return loadClauses().map(({ id: clause, kind, says }) => {
    const row = { clause, kind, says };
    if (!canBeJudged(row) || isOpen(clause))
      return { ...row, attempts: 0, matches: 0, verdict: 'inconclusive', reason: 'of this test' };
    return { ...row, attempts: 1, matches: 1, verdict: 'conformant' };
  });
}

const conformant = (changes: Partial<Report>) =>
  sampleReport({ verdict: 'conformant', findings: [], hints: [], ...changes });
const of = ledgerWithout(() => false).filter(canBeJudged).length;

test.each<[Level['name'], string, (clause: string) => boolean, number]>([
  ['documented', 'nothing is left', () => false, 0],
  ['requests and callbacks', 'a reason was not provoked', (id) => id === '7.4/spam-rate-limit-hit', 1],
  ['requests and callbacks', 'no account is without money', (id) => id === '7.1/out-of-balance', 1],
  ['requests and callbacks', 'the provider tells no violations', (id) => id === '2.3/stageUuid', 1],
  ['requests only', 'no callback is reported', (id) => id === '6/callback', 1],
  ['requests only', 'the outcome is not reported', (id) => id === '1/result-by-callback', 1],
  ['in part', 'one clause on requests is open', (id) => id === '2.1/requestId', 1],
])('%s: %s', (name, _, isOpen, open) => {
  const { level, statement } = conformant({ ledger: ledgerWithout(isOpen) });
  expect(level).toEqual({ name, judged: of - open, of, unit: 'clauses' });
  expect(statement).toBe(
    `CONFORMANT (${name}, ${of - open} of ${of}${name === 'documented' ? '' : ' judged'})`,
  );
});

test('what the source leaves open, what only consumers do and what nothing shows is not counted', () => {
  const left = loadClauses().filter(({ id: clause, kind }) => !canBeJudged({ clause, kind }));
  expect(left.length + of).toBe(loadClauses().length);
  expect(new Set(left.map(({ kind }) => kind))).toEqual(
    new Set(['not-shown', 'consumer', 'code', 'concept']),
  );
  expect(left.filter(({ kind }) => kind === 'code').map(({ id }) => id)).toEqual(['7.1/system-error']);
  const count = (wanted: string) => left.filter(({ kind }) => kind === wanted).length;
  const open = count('not-shown');
  const ofConsumers = count('consumer');
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').replaceAll('\n', ' ');
  expect(readme).toContain(
    `Of the ${loadClauses().length} clauses, ${left.length} do not count: ${open} the source leaves open, ${ofConsumers} bind consumers, and ${left.length - open - ofConsumers} cannot be seen`,
  );
  expect(readme).toContain(`CONFORMANT (documented, ${of} of ${of})`);
});

test.each<[string, Partial<Report>]>([
  ['chosen phases', { options: { phases: ['vectors'] } }],
  ['chosen scenarios', { options: { scenarios: ['accepts-sms'] } }],
  ['a run that ended early', { stopped: 'the provider stopped answering' }],
  ['an interruption', { interrupted: true }],
  ['no clause at all', { ledger: [] }],
])('%s: in part, whatever the ledger says', (_, changes) => {
  const { level } = conformant({ ledger: ledgerWithout(() => false), ...changes });
  expect(level.name).toBe('in part');
});

test('a level hides no finding', () => {
  const { findings } = sampleReport();
  const report = conformant({ verdict: 'non-conformant', findings, ledger: ledgerWithout(() => false) });
  expect(report.statement).toBe(`NON-CONFORMANT (1 finding; documented, ${of} of ${of})`);
});

test('a client and a receiver are judged by scenarios', () => {
  const { level, statement } = conformant({ subject: 'receiver' });
  expect(level).toEqual({ name: 'receiver', judged: 3, of: 4, unit: 'scenarios' });
  expect(statement).toBe('CONFORMANT (receiver, 3 of 4 scenarios judged)');
});
