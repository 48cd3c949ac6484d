import { expect, test } from 'vitest';
import { allSubjects, drawSample } from '../bench/subjects.ts';

const mutants = allSubjects().filter(({ kind }) => kind === 'mutant');
const classes = (of: readonly { readonly class?: string }[]) => new Set(of.map((each) => each.class));
const ids = (size: number, seed = 1) => drawSample(mutants, size, seed).map(({ id }) => id);

test.each([1, 5, 17, 40, 100, 1_000])('a sample of %i has that many mutants, none twice', (size) => {
  const drawn = ids(size);
  expect(drawn).toHaveLength(Math.min(size, mutants.length));
  expect(new Set(drawn).size).toBe(drawn.length);
});

test('every class has its share', () => {
  const drawn = drawSample(mutants, 40, 1);
  expect(classes(drawn)).toEqual(classes(mutants));
  for (const [name, all] of Map.groupBy(mutants, (each) => each.class)) {
    const share = (all.length * 40) / mutants.length;
    const own = drawn.filter((each) => each.class === name).length;
    expect(Math.abs(own - share), name).toBeLessThan(1.5);
  }
});

test('the seed draws it', () => {
  expect(ids(40)).toEqual(ids(40));
  expect(ids(40)).not.toEqual(ids(40, 2));
});
