import { expect, test } from 'vitest';
import type { Verdict } from '../oracle/fault.ts';
import { findingTitle, resultsOf } from './recorder.ts';

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

test.each([
  ['A is refused.', 'negative-data-rejection', 'refusal', 'acceptance (200)', 'A was accepted.'],
  ['Two are refused with x.', 'negative-data-rejection', 'refusal', 'acceptance', 'Two were accepted.'],
  ['It refuses GET.', 'negative-data-rejection', 'refusal', 'acceptance (200)', 'It accepted GET.'],
  ['A is accepted.', 'positive-data-acceptance', 'acceptance', '400 x', 'A was refused.'],
  ['A is refused with x.', 'problem-code', 'x', 'y', 'A was refused with y, not x.'],
  [
    'A is refused.',
    'status-code-conformance',
    'the status 400 of x',
    '422',
    'A was refused with 422, not the status 400 of x.',
  ],
  ['A receiver accepts B.', 'receiver', 'acceptance', 'status 500', 'A receiver refused B.'],
  ['Rule 1 answers.', 'problem-code', 'x', 'y', 'Answered y, expected x.'],
  ['B follows A.', 'callback', 'b after a', 'no callback', 'No callback, expected b after a.'],
  [
    'Digits have commas.',
    'problem-text',
    '1,000, in «a 1,000»',
    '1000, in «a 1000»',
    '1000, expected 1,000.',
  ],
] as const)(
  'the title of a fault against «%s» (%s) says what is wrong',
  (says, check, expected, actual, title) => {
    expect(findingTitle({ says }, { check, expected, actual })).toBe(title);
  },
);
