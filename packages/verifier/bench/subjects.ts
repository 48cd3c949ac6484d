import { createHash } from 'node:crypto';
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

/**
 * Everything that the suite is measured on; pairs are of documented mutants, since they are judged without
 * assumptions.
 */
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

/**
 * Draws `count` mutants by the seed, each class by its share of the whole; every class has one as long as
 * there are enough. The same seed draws the same ones.
 */
export function drawSample(subjects: readonly Subject[], size: number, seed: number): readonly Subject[] {
  const strata = [...Map.groupBy(subjects, ({ class: of = '' }) => of).values()].map((all) => {
    const share = (all.length * Math.min(size, subjects.length)) / subjects.length;
    return { drawn: shuffled(all, seed), share, count: Math.min(Math.max(Math.floor(share), 1), all.length) };
  });
  const missing = () => size - strata.reduce((sum, { count }) => sum + count, 0);
  const byNeed = (sign: 1 | -1) =>
    strata
      .filter(({ count, drawn }) => (sign === 1 ? count < drawn.length : count > 0))
      .toSorted((a, b) => sign * (b.share - b.count - (a.share - a.count)))[0];
  for (let need = byNeed(1); missing() > 0 && need !== undefined; need = byNeed(1)) need.count += 1;
  for (let need = byNeed(-1); missing() < 0 && need !== undefined; need = byNeed(-1)) need.count -= 1;
  return strata.flatMap(({ drawn, count }) => drawn.slice(0, count));
}

/** In the order of a digest: no generator whose state another draw would change. */
function shuffled(subjects: readonly Subject[], seed: number): Subject[] {
  const rank = ({ id }: Subject) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return subjects
    .map((subject) => ({ subject, at: rank(subject) }))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ subject }) => subject);
}
