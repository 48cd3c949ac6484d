import type { Mutant, MutantClass } from '../mutant.ts';

/** Makes mutants of one class, so that a table of them does not repeat it. */
export function ofClass(name: MutantClass): (facts: Omit<Mutant, 'class'>) => Mutant {
  return (facts) => ({ ...facts, class: name });
}
