import { expect, test } from 'vitest';
import { type AnswerFault, errorOf, type Verdict, verdictOf } from '../oracle/fault.ts';
import { loadClauses } from '../scenario/clauses.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { createRecorder, resultsOf } from './recorder.ts';

const scenario = {
  id: 'a',
  says: 'A.',
  phase: 'text',
  clauses: [],
  given: {},
  when: {},
  expects: {},
} as const;
const match: Verdict = { kind: 'match' };
const mismatch: Verdict = { kind: 'mismatch', faults: [] };
const open = (why: string): Verdict => ({ kind: 'inconclusive', why });

test.each<[string, readonly Verdict[], object]>([
  ['a mismatch counts before a match', [match, mismatch, open('x')], { verdict: 'mismatch' }],
  ['a match counts before what stayed open', [open('x'), match], { verdict: 'match' }],
  [
    'what stayed open says why, once',
    [open('x'), open('y'), open('x')],
    { verdict: 'inconclusive', reason: 'x; y' },
  ],
])('%s', (_, verdicts, expected) => {
  const results = resultsOf(verdicts.map((verdict) => ({ scenario, verdict })));
  expect(results).toEqual([{ scenario: 'a', says: 'A.', phase: 'text', ...expected }]);
});

function findingOf(changes: Partial<Scenario>, fault: AnswerFault) {
  const recorder = createRecorder({ clauses: loadClauses(), target: 'http://127.0.0.1:1' });
  recorder.record({ scenario: { ...scenario, ...changes }, verdict: verdictOf([fault]) });
  return recorder.findings[0];
}

const fault = errorOf('callback', 'a signature', 'none');

test('a finding that rests on a decision names it, and the clause that it is about', () => {
  const clauses = ['6/callback', '6/signing'];
  expect(findingOf({ clauses, given: { assumes: 'ADR-0017' } }, fault)).toMatchObject({
    decision: 'ADR-0017',
    clause: '6/signing',
  });
  expect(findingOf({ clauses }, fault)).toMatchObject({ clause: '6/callback' });
  expect(findingOf({ clauses }, fault)).not.toHaveProperty('decision');
});

test('so does a finding of a scenario that the description made, and about a node of the description', () => {
  const made = findingOf({ rests: ['ADR-0014'] }, { ...fault, decisions: ['ADR-0058', 'ADR-0014'] });
  expect(made?.decision).toBe('ADR-0014 and ADR-0058');
});
