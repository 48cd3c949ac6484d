import { controls, type MakeChange, mutants, randomPairs } from '../mutants/index.ts';

/** What is judged: the provider itself, or the provider behind a change. */
export interface Subject {
  readonly id: string;
  readonly kind: 'plain' | 'mutant' | 'assumed' | 'control' | 'pair';
  /** Of mutants, as the score card counts them. */
  readonly class?: string;
  /** What is broken; empty where nothing is. */
  readonly clauses: readonly string[];
  readonly change?: MakeChange;
}

const pairs = { count: 20, seed: 1 };

/** Everything that the suite is measured on; pairs are of documented mutants, since they are judged without assumptions. */
export function allSubjects(): readonly Subject[] {
  const documented = mutants.filter(({ assumes }) => assumes === undefined);
  return [
    { id: 'plain', kind: 'plain', clauses: [] },
    ...controls.map(({ id, change }) => ({ id, kind: 'control', clauses: [], change }) as const),
    ...mutants.map(
      ({ id, class: of, clauses, change, assumes }) =>
        ({ id, kind: assumes === undefined ? 'mutant' : 'assumed', class: of, clauses, change }) as const,
    ),
    ...randomPairs(documented, pairs.count, pairs.seed).map(
      ({ id, of, change }) =>
        ({ id, kind: 'pair', clauses: of.flatMap(({ clauses }) => clauses), change }) as const,
    ),
  ];
}

/** So many of them, spread evenly over the list and so over the classes. */
export function sampleOf<Item>(items: readonly Item[], count: number): readonly Item[] {
  const step = Math.max(items.length / count, 1);
  return items.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}
