import type { Answer, Call, Callback } from './proxy/wire.ts';
import type { World } from './proxy/world.ts';
import type { Witness } from './witness/witness.ts';

/** What stands between consumer and provider: each part may pass on, change, answer by itself, or do more. */
export interface Change {
  readonly answer?: (call: Call, next: (call: Call) => Promise<Answer>, world: World) => Promise<Answer>;
  /** A callback on its way; returns the status that the provider gets. */
  readonly deliver?: (
    callback: Callback,
    next: (callback: Callback) => Promise<number>,
    world: World,
  ) => Promise<number>;
}

/** What each proxy makes anew, because a change may remember. */
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

/** One defect: the proxy with this change breaks these clauses (several ids where the source says it twice). */
export interface Mutant {
  readonly id: string;
  readonly clauses: readonly [string, ...string[]];
  readonly class: MutantClass;
  /** What the broken provider does. */
  readonly title: string;
  readonly change: MakeChange;
  /** Shows that it differs from the provider behind it. */
  readonly witness: Witness;
  /** The decision that the source does not force: only who holds the provider to it can find the defect. */
  readonly assumes?: string;
}

/** A variation that the source allows: whoever raises an alarm is wrong. */
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
      answer: (call, next, world) => {
        const through = (inward: Call) => inner.answer?.(inward, next, world) ?? next(inward);
        return outer.answer?.(call, through, world) ?? through(call);
      },
      deliver: (callback, next, world) => {
        const through = (outward: Callback) => outer.deliver?.(outward, next, world) ?? next(outward);
        return inner.deliver?.(callback, through, world) ?? through(callback);
      },
    };
  };
}
