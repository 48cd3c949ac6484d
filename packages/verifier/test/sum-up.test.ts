import { expect, test } from 'vitest';
import type { JudgedSubject } from '../bench/judge-subject.ts';
import { addUp } from '../bench/sum-up.ts';
import { readScore } from '../bench/to-table.ts';

const judged = (part: Partial<JudgedSubject>): JudgedSubject => ({
  id: 'new-mutant',
  kind: 'assumed',
  clauses: ['6/payload'],
  verdict: 'non-conformant',
  seconds: 1,
  requests: 1,
  findings: [
    {
      scenario: 'new',
      phase: 'state',
      check: 'state',
      clause: '6/payload',
      expected: '',
      actual: '',
      bytes: 9,
    },
  ],
  inconclusive: [],
  ...part,
});

test('mutants are added to the counts, once each', async () => {
  const before = await readScore();
  const survivor = judged({ id: 'other-mutant', verdict: 'conformant', findings: [] });
  const after = addUp(before, [judged({}), survivor]);
  expect(after.assumed.mutants).toBe(before.assumed.mutants + 2);
  expect(after.assumed.killed).toBe(before.assumed.killed + 1);
  expect(after.phases.state?.kills).toBe((before.phases.state?.kills ?? 0) + 1);
  expect(after.phases.state?.alone).toContain('new-mutant');
  expect(after.survivors.map(({ id }) => id)).toContain('other-mutant');
  expect(after.mutants).toEqual(before.mutants);
  expect(() => addUp(after, [judged({})])).toThrow('new-mutant');
});

test('a mutant of what is documented counts in its class, and a control that is reported is a false alarm', async () => {
  const before = await readScore();
  const control = judged({ id: 'control-new', kind: 'control' });
  const after = addUp(before, [judged({ kind: 'mutant', class: 'stateful' }), control]);
  expect(after.mutants.killed).toBe(before.mutants.killed + 1);
  expect(after.classes.stateful?.mutants).toBe((before.classes.stateful?.mutants ?? 0) + 1);
  expect(after.controls).toEqual({ count: before.controls.count + 1, falseAlarms: ['control-new'] });
});

test('a pair needs a whole run', async () => {
  const before = await readScore();
  expect(() => addUp(before, [judged({ kind: 'pair' })])).toThrow('take the whole score');
});
