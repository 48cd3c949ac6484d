import type { MakeChange, Mutant, MutantClass } from '../mutant.ts';
import { type Ask, asking } from '../witness/observe.ts';
import { ofClass } from './of-class.ts';

/** What one request is answered by the provider itself, and by the mutant. */
type Answers = readonly [ask: Ask, plain: string, changed: string];

/** Makes mutants of one class whose witness is one request. */
export function asked(name: MutantClass, prefix: string) {
  const make = ofClass(name);
  return (
    id: string,
    clauses: Mutant['clauses'],
    title: string,
    change: MakeChange,
    answers: Answers,
  ): Mutant => make({ id: `${prefix}-${id}`, clauses, title, change, witness: asking(...answers) });
}
