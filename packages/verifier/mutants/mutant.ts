import { seededRandom } from '@cascade/test-kit';
import type { ProviderState } from './proxy/provider-state.ts';
import type { Answer, Call, Callback } from './proxy/wire.ts';
import type { Witness } from './witness/witness.ts';

/** The fault that a proxy puts between consumer and provider: it may pass on, edit, answer itself, or send more. */
export interface Change {
  readonly answer?: (
    call: Call,
    next: (call: Call) => Promise<Answer>,
    state: ProviderState,
  ) => Promise<Answer>;
  /** A callback on its way; returns the status that the provider gets. */
  readonly deliver?: (
    callback: Callback,
    next: (callback: Callback) => Promise<number>,
    state: ProviderState,
  ) => Promise<number>;
  /** The provider is ended, and started again. */
  readonly restart?: () => void;
}

/** Each proxy makes its own change, because a change may have state. */
export type MakeChange = () => Change;

/** The kinds of defects, as the score card counts them. */
export type MutantClass =
  | 'auth'
  | 'status'
  | 'catalogue'
  | 'shape'
  | 'text'
  | 'stateful'
  | 'required'
  | 'format'
  | 'fixture'
  | 'type'
  | 'crash'
  | 'boundary'
  | 'cross-field'
  | 'template'
  | 'precedence'
  | 'side-effect'
  | 'callback';

/** One defect: a provider with this change breaks these clauses (several where the source states the rule twice). */
export interface Mutant {
  readonly id: string;
  readonly clauses: readonly [string, ...string[]];
  readonly class: MutantClass;
  /** What the broken provider does. */
  readonly title: string;
  readonly change: MakeChange;
  /** Shows how it differs from the provider behind it. */
  readonly witness: Witness;
  /** The decision that it breaks; the source leaves the point open, so only `--assumptions` finds the defect. */
  readonly assumes?: string;
}

/** A variation that the source allows: a verifier that reports it raises a false alarm. */
export interface Control {
  readonly id: string;
  readonly title: string;
  /** Why it is allowed: section of the source, or RFC. */
  readonly because: string;
  readonly change: MakeChange;
  readonly witness: Witness;
}

/** Both changes at once, the first nearer to the consumer. */
export function compose(first: MakeChange, second: MakeChange): MakeChange {
  return () => {
    const outer = first();
    const inner = second();
    return {
      answer: (call, next, state) => {
        const through = (inward: Call) => inner.answer?.(inward, next, state) ?? next(inward);
        return outer.answer?.(call, through, state) ?? through(call);
      },
      deliver: (callback, next, state) => {
        const through = (outward: Callback) => outer.deliver?.(outward, next, state) ?? next(outward);
        return inner.deliver?.(callback, through, state) ?? through(callback);
      },
      restart() {
        outer.restart?.();
        inner.restart?.();
      },
    };
  };
}

/** Two mutants at once: does one mask the other? */
export interface MutantPair {
  readonly id: string;
  readonly of: readonly [Mutant, Mutant];
  readonly change: MakeChange;
}

/** `count` different pairs of mutants; the same for the same seed. */
export function randomPairs(mutants: readonly Mutant[], count: number, seed: number): readonly MutantPair[] {
  const random = seededRandom(seed);
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
