import type { MakeChange, Mutant, MutantClass } from '../mutant.ts';
import type { Witness } from '../witness/witness.ts';
import { type Ask, asking, type Lens } from '../witness/witness.ts';

/** What tells a mutant from the provider: a witness, or a request and what the two answer to it. */
export type Shown = Witness | readonly [ask: Ask, plain: string, changed: string, lens?: Lens];

type MakeMutant = (
  id: string,
  clauses: Mutant['clauses'],
  title: string,
  change: MakeChange,
  shown: Shown,
) => Mutant;

/** Makes the mutants of one table: all of one class, and with one prefix to their ids. */
export function mutantsOf(kind: MutantClass, prefix: string = kind): MakeMutant {
  return (id, clauses, title, change, shown) => ({
    id: `${prefix}-${id}`,
    clauses,
    class: kind,
    title,
    change,
    witness: 'observe' in shown ? shown : asking(...shown),
  });
}

/** A mutant of what the source leaves open and a decision fixes. */
export function assuming(decision: string, mutant: Mutant): Mutant {
  return { ...mutant, assumes: decision };
}

const history = mutantsOf('fixture', 'history');

/** A mutant of the message history: that a message can be asked for is ADR-0035. */
export function historyMutant(id: string, title: string, change: MakeChange, shown: Shown): Mutant {
  return assuming('ADR-0035', history(id, ['6/payload'], title, change, shown));
}
