import type { Control, MakeChange, Mutant, MutantClass } from '../mutant.ts';
import { type Ask, asking, type Lens, type Witness } from '../witness/witness.ts';

/** What tells a mutant from the provider: a witness, or a request and what the two answer to it. */
export type Shown = Witness | readonly [ask: Ask, plain: string, changed: string, lens?: Lens];

/** What the rows of a table have in common. */
interface Defaults {
  readonly class: MutantClass;
  /** Of the ids; the class if absent. */
  readonly prefix?: string;
  /** Of rows that cite nothing themselves. */
  readonly cites?: string;
}

/** A row in words, and then what differs from table to table: `make` turns it into change and witness. */
type Table<Row, Rest extends readonly unknown[]> = (
  strings: TemplateStringsArray,
  ...values: readonly (string | number | readonly string[])[]
) => (...rest: Rest) => Row;

type Made = readonly [change: MakeChange, shown: Shown];

/**
 * Makes the rows of a table of mutants. A row says `id: what the provider does [clauses]`; a decision among the clauses is
 * what the mutant assumes.
 */
export function mutantsOf<Rest extends readonly unknown[] = Made>(
  of: MutantClass | Defaults,
  make?: (...rest: Rest) => Made,
): Table<Mutant, Rest>;
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

/** Makes the rows of a table of controls: `id: what the provider does [why it is allowed]`. */
export function controlsOf<Rest extends readonly unknown[] = Made>(
  make?: (...rest: Rest) => Made,
): Table<Control, Rest>;
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
  /** What is in brackets at the end. */
  readonly cited?: string;
}

function tableOf<Row>(
  make: (...made: Made) => Made = (...made) => made,
  toRow: (words: Words, shown: Pick<Mutant, 'change' | 'witness'>) => Row,
): Table<Row, Made> {
  return (strings, ...values) => {
    const text = String.raw({ raw: strings }, ...values);
    const [, id, title, cited] = /^([\w.-]+): (.+?)(?: \[([^[\]]+)\])?$/.exec(text) ?? [];
    if (id === undefined || title === undefined) throw new Error(`not a row of a table: ${text}`);
    const words = { id, title, ...(cited === undefined ? {} : { cited }) };
    return (...rest) => {
      const [change, shown] = make(...rest);
      return toRow(words, { change, witness: 'observe' in shown ? shown : asking(...shown) });
    };
  };
}
