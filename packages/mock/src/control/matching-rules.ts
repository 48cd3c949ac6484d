import { ControlRefusal } from './control-problem.ts';

/** Which requests or messages a rule applies to, and how often. */
interface Rule {
  readonly account?: string;
  readonly address?: string;
  readonly nth?: number;
  readonly times?: number;
  readonly share?: { readonly of: number; readonly seed: number };
}

/** A rule with what is known of it. */
export interface KeptRule<Wanted> {
  readonly id: number;
  readonly wanted: Wanted;
  /** A number from 0 to 1 for each that matches. */
  readonly draw: () => number;
  seen: number;
  applied: number;
}

/** Rules of tests, in the order in which they are tried. */
export interface MatchingRules<Wanted extends Rule> {
  /** @throws {ControlRefusal} if there are too many. */
  add(wanted: Wanted): KeptRule<Wanted>;
  list(): readonly KeptRule<Wanted>[];
  /** Removes one by its id, or all; `false` if there is none of that id. */
  remove(id?: number): boolean;
  /** Removes those that name the account, or all. */
  reset(account?: string): void;
  /** The first of these that applies to an address, which counts as applied. */
  take(candidates: readonly KeptRule<Wanted>[], address: string | undefined): Wanted | undefined;
}

interface RuleKind<Wanted> {
  /** In the plural, as paths have it. */
  readonly name: string;
  /** How often a rule applies that does not say so. */
  readonly timesOf: (wanted: Wanted) => number;
}

const most = 1_000;

export function createMatchingRules<Wanted extends Rule>({
  name,
  timesOf,
}: RuleKind<Wanted>): MatchingRules<Wanted> {
  let kept: KeptRule<Wanted>[] = [];
  let last = 0;
  return {
    add(wanted) {
      if (kept.length >= most)
        throw new ControlRefusal(
          'conflict',
          `expected at most ${most} ${name}; DELETE /control/${name} removes them`,
        );
      last += 1;
      const one = { id: last, wanted, draw: seeded(wanted.share?.seed ?? 0), seen: 0, applied: 0 };
      kept.push(one);
      return one;
    },
    list: () => kept,
    remove(id) {
      const left = id === undefined ? [] : kept.filter((one) => one.id !== id);
      const isKnown = id === undefined || left.length < kept.length;
      kept = left;
      return isKnown;
    },
    reset(account) {
      kept = account === undefined ? [] : kept.filter(({ wanted }) => wanted.account !== account);
      if (account === undefined) last = 0;
    },
    take(candidates, address) {
      const found = candidates.find((one) => kept.includes(one) && isTaken(one, address));
      if (found === undefined) return undefined;
      found.applied += 1;
      if (found.applied === (found.wanted.times ?? timesOf(found.wanted)))
        kept = kept.filter((one) => one !== found);
      return found.wanted;
    },
  };
}

/** Each that matches is counted, also if the share leaves it out. */
function isTaken<Wanted extends Rule>(one: KeptRule<Wanted>, found: string | undefined): boolean {
  const { address, nth = 1, share } = one.wanted;
  if (address !== undefined && address !== found) return false;
  one.seen += 1;
  return one.seen >= nth && (share === undefined || one.draw() < share.of);
}

/** The numbers of a seed, from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
