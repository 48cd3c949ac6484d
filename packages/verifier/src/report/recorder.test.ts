import { expect, test } from 'vitest';
import type { Verdict } from '../oracle/fault.ts';
import { resultsOf } from './recorder.ts';

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
