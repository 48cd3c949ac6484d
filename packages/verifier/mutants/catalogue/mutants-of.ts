import type { Control, MakeChange, Mutant, MutantClass } from '../mutant.ts';
import { type Ask, asking, type Lens, type Procedure } from '../witness/witness.ts';

/** What shows a mutant: requests, of whose last answer the lens reads what is compared, or a procedure. */
export type Made = readonly [change: MakeChange, shown: Ask | Procedure, lens?: Lens];

/**
 * A row says `id: what the provider does [what it cites]`; after the values of the table, of which `make` makes change and
 * witness, what is seen of the provider `→` what is seen of it with the change: in «» if blanks count.
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
    const { observe } = 'observe' in shown ? shown : asking(shown, lens);
    const witness = { observe, plain: unquoted(plain), changed: unquoted(changed) };
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
