import { seededRandom } from '@cascade/repository/test-kit';
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
  readonly clauses: readonly [string, ...string[]];
  readonly class: MutantClass;
  /** What the broken provider does. */
  readonly title: string;
  readonly change: MakeChange;
  /** Shows how it differs from the provider behind it. */
  readonly witness: Witness;
  /**
   * The decision that it breaks; the source leaves the point open, so only `--assumptions` finds the defect.
   */
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

/** What shows a mutant: requests, of whose last answer the lens reads what is compared, or a procedure. */
export type Made = readonly [change: MakeChange, shown: Ask | Procedure, lens?: Lens];

/**
 * A row says `id: what the provider does [what it cites]`; after the values of the table, of which `make`
 * makes change and witness, what is seen of the provider `→` what is seen of it with the change: in «» if
 * blanks count.
 */
interface Table<Row, Values extends readonly unknown[]> {
  (strings: TemplateStringsArray, ...values: Values): Row;
  /** A row that follows from other data. */
  row(words: string, values: Values, outcome: string): Row;
}

/** What the rows of a table have in common. */
interface Defaults {
  readonly class: MutantClass;
  /** Of the ids; the class if absent. */
  readonly prefix?: string;
  /** Of rows that cite nothing themselves. */
  readonly cites?: string;
}

/** Makes the rows of a table of mutants. They cite clauses, and the decision that the mutant assumes. */
export function mutantsOf<Values extends readonly unknown[] = Made>(
  of: MutantClass | Defaults,
  make?: (...values: Values) => Made,
): Table<Mutant, Values>;
export function mutantsOf(of: MutantClass | Defaults, make?: (...made: Made) => Made): Table<Mutant, Made> {
  const { class: kind, prefix = kind, cites = '' } = typeof of === 'string' ? { class: of } : of;
  return tableOf(make, ({ id, title, cited = cites }, shown) => {
    const all = cited.split(/, ?/);
    const [first = '', ...others] = all.filter((each) => !each.startsWith('ADR-'));
    const assumes = all.find((each) => each.startsWith('ADR-'));
    const row = { id: `${prefix}-${id}`, clauses: [first, ...others], class: kind, title, ...shown } as const;
    return assumes === undefined ? row : { ...row, assumes };
  });
}

/** Makes the rows of a table of controls. They cite what allows them. */
export function controlsOf<Values extends readonly unknown[] = Made>(
  make?: (...values: Values) => Made,
): Table<Control, Values>;
export function controlsOf(make?: (...made: Made) => Made): Table<Control, Made> {
  return tableOf(make, ({ id, title, cited: because = '' }, shown) => ({
    id: `control-${id}`,
    title,
    because,
    ...shown,
  }));
}

interface Words {
  readonly id: string;
  readonly title: string;
  readonly cited?: string;
}

function tableOf<Row>(
  make: (...made: Made) => Made = (...made) => made,
  toRow: (words: Words, shown: Pick<Mutant, 'change' | 'witness'>) => Row,
): Table<Row, Made> {
  function row(words: string, values: Made, outcome: string): Row {
    const [, id, title, cited] = /^([\w.-]+): (.+?)(?: \[([^[\]]+)\])?\s*$/.exec(words) ?? [];
    const [, plain, changed] = /^\s*(.*) → (.*)$/s.exec(outcome) ?? [];
    if (id === undefined || title === undefined || plain === undefined || changed === undefined)
      throw new Error(`not a row of a table: ${words} … ${outcome}`);
    const [change, shown, lens] = make(...values);
    const procedure = 'observe' in shown ? shown : asking(shown, lens);
    const witness = { ...procedure, plain: unquoted(plain), changed: unquoted(changed) };
    return toRow({ id, title, ...(cited === undefined ? {} : { cited }) }, { change, witness });
  }
  return Object.assign(
    (strings: TemplateStringsArray, ...values: Made) => row(strings[0] ?? '', values, strings.at(-1) ?? ''),
    { row },
  );
}

function unquoted(text: string): string {
  return text.replace(/^«(.*)»$/s, '$1');
}
