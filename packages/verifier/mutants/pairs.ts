import { compose, type MakeChange, type Mutant } from './mutant.ts';

/** Two mutants at once: does one mask the other? */
export interface MutantPair {
  readonly id: string;
  readonly of: readonly [Mutant, Mutant];
  readonly change: MakeChange;
}

/** `count` different pairs of mutants; the same for the same seed. */
export function randomPairs(mutants: readonly Mutant[], count: number, seed: number): readonly MutantPair[] {
  const random = mulberry32(seed);
  const pick = () => mutants[Math.floor(random() * mutants.length)];
  const pairs = new Map<string, MutantPair>();
  while (pairs.size < count) {
    const [first, second] = [pick(), pick()];
    if (first === undefined || second === undefined)
      throw new Error('expected at least one mutant to make pairs of');
    if (first === second) continue;
    const id = `${first.id}+${second.id}`;
    pairs.set(id, { id, of: [first, second], change: compose(first.change, second.change) });
  }
  return [...pairs.values()];
}

/** A small generator of random numbers from 0 to 1, by Tommy Ettinger (public domain). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
