import {
  type ConsumerMutant,
  consumerMutants,
  controls,
  type MakeChange,
  mutants,
  randomPairs,
} from '../mutants/index.ts';

/** What is judged: the provider itself, or the provider behind a change. */
export interface Subject {
  readonly id: string;
  readonly kind: 'plain' | 'mutant' | 'consumer' | 'assumed' | 'control' | 'pair';
  /** Of mutants, as the score card counts them. */
  readonly class?: string;
  /** What is broken; empty where nothing is. */
  readonly clauses: readonly string[];
  readonly change?: MakeChange;
  /** Judged instead of a provider. */
  readonly consumer?: ConsumerMutant['consumer'];
  /** Held to what we assumed, too. */
  readonly assumptions?: true;
}

const pairs = { count: 20, seed: 1 };

/** Everything that the suite is measured on; pairs are of documented mutants, since they are judged without assumptions. */
export function allSubjects(): readonly Subject[] {
  const documented = mutants.filter(({ assumes }) => assumes === undefined);
  return [
    { id: 'plain', kind: 'plain', clauses: [] },
    { id: 'plain-with-assumptions', kind: 'plain', clauses: [], assumptions: true },
    ...controls.map(({ id, change }) => ({ id, kind: 'control', clauses: [], change }) as const),
    ...mutants.map(
      ({ id, class: of, clauses, change, assumes }): Subject =>
        assumes === undefined
          ? { id, kind: 'mutant', class: of, clauses, change }
          : { id, kind: 'assumed', class: of, clauses, change, assumptions: true },
    ),
    ...consumerMutants.map(
      ({ id, class: of, clauses, consumer }) =>
        ({ id, kind: 'consumer', class: of, clauses, consumer }) as const,
    ),
    ...randomPairs(documented, pairs.count, pairs.seed).map(
      ({ id, of, change }) =>
        ({ id, kind: 'pair', clauses: of.flatMap(({ clauses }) => clauses), change }) as const,
    ),
  ];
}
