import { seededRandom } from '@cascade/repository/test-kit';
import type { ClauseId, DecisionId } from './generated/cited.ts';
import type { ProviderState } from './proxy/provider-state.ts';
import type { Call, Callback, ProxyAnswer } from './proxy/wire.ts';
import { type Ask, asking, type Lens, type Procedure, type Witness } from './witness/witness.ts';

/**
 * The fault that a proxy puts between consumer and provider: it may pass on, edit, answer itself, or send
 * more.
 */
export interface ProxyChange {
  readonly answer?: (
    call: Call,
    next: (call: Call) => Promise<ProxyAnswer>,
    state: ProviderState,
  ) => Promise<ProxyAnswer>;
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
export type MakeChange = () => ProxyChange;

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

/**
 * One defect: a provider with this change breaks these clauses (several where the source states the rule
 * twice).
 */
export interface Mutant {
  readonly id: string;
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly class: MutantClass;
  /** What the broken provider does. */
  readonly title: string;
  readonly change: MakeChange;
  /** Shows how it differs from the provider behind it. */
  readonly witness: Witness;
  /**
   * The decision that it breaks; the source leaves the point open, so only `--assumptions` finds the defect.
   */
  readonly assumes?: DecisionId;
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
    const first = pick();
    const second = pick();
    if (first === undefined || second === undefined)
      throw new Error('expected at least one mutant to make pairs of');
    if (first === second) continue;
    const id = `${first.id}+${second.id}`;
    pairs.set(id, { id, of: [first, second], change: compose(first.change, second.change) });
  }
  return [...pairs.values()];
}

/** A change, and what shows it: requests, of whose last answer the lens reads what is compared, or a procedure. */
export interface Made {
  readonly change: MakeChange;
  readonly ask: Ask | Procedure;
  readonly lens?: Lens;
}

/** What is seen of the provider, and what is seen of it with the change. */
interface Seen {
  readonly plain: string;
  readonly changed: string;
}

/** A row of a table of mutants: what the provider does, and which clauses and decision that breaks. */
interface MutantRow extends Seen {
  readonly id: string;
  readonly says: string;
  /** What the rows of the table cite, if absent. */
  readonly cites?: Cited;
}

/** A row of a table of controls. */
interface ControlRow extends Seen {
  readonly id: string;
  readonly says: string;
  readonly because: string;
}

/** Clauses, and the decision that a mutant assumes. */
type Cited = readonly (ClauseId | DecisionId)[];

/** What the rows of a table have in common. */
interface Defaults {
  readonly class: MutantClass;
  /** Of the ids; the class if absent. */
  readonly prefix?: string;
  readonly cites?: Cited;
}

const isDecision = (id: ClauseId | DecisionId): id is DecisionId => id.startsWith('ADR-');

/** Makes the rows of a table of mutants, from values of which `make` makes change and witness. */
export function mutantsOf(of: MutantClass | Defaults): (row: MutantRow & Made) => Mutant;
export function mutantsOf<Values extends object>(
  of: MutantClass | Defaults,
  make: (values: Values) => Made,
): (row: MutantRow & Values) => Mutant;
export function mutantsOf(of: MutantClass | Defaults, make: (row: MutantRow & Made) => Made = (row) => row) {
  const { class: kind, prefix = kind, cites: usual = [] } = typeof of === 'string' ? { class: of } : of;
  return (row: MutantRow & Made): Mutant => {
    const { id, says, cites = usual } = row;
    const [first, ...others] = cites.filter((each) => !isDecision(each));
    if (first === undefined) throw new Error(`${prefix}-${id}: expected at least one clause`);
    const assumes = cites.find(isDecision);
    return {
      id: `${prefix}-${id}`,
      clauses: [first, ...others],
      class: kind,
      title: says,
      ...shownBy(make(row), row),
      ...(assumes !== undefined && { assumes }),
    };
  };
}

/** Makes the rows of a table of controls. */
export function controlsOf(): (row: ControlRow & Made) => Control;
export function controlsOf<Values extends object>(
  make: (values: Values) => Made,
): (row: ControlRow & Values) => Control;
export function controlsOf(make: (row: ControlRow & Made) => Made = (row) => row) {
  return (row: ControlRow & Made): Control => ({
    id: `control-${row.id}`,
    title: row.says,
    because: row.because,
    ...shownBy(make(row), row),
  });
}

function shownBy({ change, ask, lens }: Made, { plain, changed }: Seen): Pick<Mutant, 'change' | 'witness'> {
  const procedure = 'observe' in ask ? ask : asking(ask, lens);
  return { change, witness: { ...procedure, plain, changed } };
}
