import { createHash } from 'node:crypto';
import type { Subject } from './subjects.ts';

/**
 * Draws `count` mutants by the seed, each class by its share of the whole; every class has one as long as there are
 * enough. The same seed draws the same ones.
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
