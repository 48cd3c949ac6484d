import type { ClientBase, Pool, QueryResult } from 'pg';
import { type Names, type SqlTemplate, type Statement, sql, statementOf } from './tables.ts';

/** A statement that each connection parses and plans only once. */
export type Prepared = (values: readonly unknown[]) => Statement;

let count = 0;

/**
 * Prepares a statement that runs often. It is planned without regard to values or table sizes (see
 * `createPool`), so it must find its rows by index: a set-based join over `unnest`, or keys.
 */
export function prepared(...template: SqlTemplate): Prepared {
  count += 1;
  const name = `cascade_${count}`;
  const { text, make } = sql(...template);
  return (values) => ({ name, text, values: [...values], make });
}

/** A write that can share a statement with others. */
export interface Part {
  readonly number: number;
  readonly make: Statement['make'];
  readonly values: readonly unknown[];
}

/**
 * A write, or a read, with its parameters from $1 on, for which holds what `prepared` says. It must not
 * depend on other writes of its statement. If it may be subject to a condition, it takes its rows `from` or
 * `using unnest(…)`.
 */
export function part(...template: SqlTemplate): (values: readonly unknown[]) => Part {
  count += 1;
  const number = count;
  const { make } = sql(...template);
  return (values) => ({ number, make, values });
}

const derived = new Map<string, number>();

/** A part whose text follows from that of another one; `way` names how. */
export function derive(way: string, { number, make, values }: Part, change: (text: string) => string): Part {
  const key = `${way} ${number}`;
  const known = derived.get(key);
  if (known === undefined) count += 1;
  derived.set(key, known ?? count);
  return { number: known ?? count, make: (names) => change(make(names)), values };
}

/**
 * The part, which writes nothing unless what is named has a row.
 * @throws {Error} if the part takes its rows in another way, where the condition has no place.
 */
export function providedThat(name: string, written: Part): Part {
  return derive(name, written, (text) => {
    const conditional = text.replaceAll(/\b(from|using) unnest\(/g, `$1 ${name} cross join unnest(`);
    if (conditional === text)
      throw new Error(
        `expected a write that takes its rows "from unnest(…)" or "using unnest(…)", got ${text}`,
      );
    return conditional;
  });
}

/** What a statement does beside its writes. */
interface Beside {
  /** Names, with `as`, what the writes and what is read refer to. */
  readonly first?: Part | undefined;
  /** What is read, as it was before. */
  readonly read?: Part | undefined;
  /** Nothing is written unless this returns one row. */
  readonly only?: Part | undefined;
}

const combined = new Map<string, Prepared>();

/**
 * Writes in one statement, if there is anything to write: each statement costs as much as a round trip,
 * however little it writes. Resolves to what is read; without that, of one part alone, to what it returns.
 * With a condition, each row says whether it is written, and there is one at least.
 */
export async function writeTogether<Row extends object>(
  client: ClientBase | Pool,
  parts: readonly Part[],
  beside: Beside = {},
): Promise<QueryResult<Row> | undefined> {
  if (parts.length === 0 && beside.first === undefined) return undefined;
  const writes = beside.only === undefined ? parts : parts.map((one) => providedThat('may', one));
  const all = [beside.first, ...writes, beside.only, beside.read].flatMap((one) => one ?? []);
  const key = `${all.map(({ number }) => number).join()} ${beside.only !== undefined}`;
  const known = combined.get(key) ?? prepareTogether(writes, beside);
  combined.set(key, known);
  return client.query<Row>(known(all.flatMap(({ values }) => values)));
}

/** Keeps none of the values, which may be large. */
function prepareTogether(parts: readonly Part[], { first, read, only }: Beside): Prepared {
  const strip = (one: Part): Part => ({ ...one, values: one.values.map(() => undefined) });
  const stripped = { first: first && strip(first), read: read && strip(read), only: only && strip(only) };
  const writes = parts.map(strip);
  return prepared`${statementOf((names) => combine(names, writes, stripped))}`;
}

function combine(names: Names, parts: readonly Part[], { first, read, only }: Beside): string {
  let before = 0;
  const shifted = ({ make, values }: Part) => {
    const shift = before;
    before += values.length;
    return make(names).replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + shift}`);
  };
  const named = first === undefined ? [] : [shifted(first)];
  const writes = parts.map(shifted);
  const [alone = ''] = writes;
  if (writes.length === 1 && (first ?? read ?? only) === undefined) return alone;
  named.push(...writes.map((text, at) => `write_${at} as (${text})`));
  if (only === undefined) return `with ${named.join(', ')} ${read === undefined ? 'select' : shifted(read)}`;
  const condition = `may as materialized (${shifted(only)})`;
  const answer = read === undefined ? 'select' : shifted(read);
  return `with ${condition}, ${named.join(', ')}
select exists (select from may) as "isWritten", answer.* from (select) as one left join (${answer}) as answer on true`;
}

/**
 * PostgreSQL has no text with U+0000, and none with half of a surrogate pair. What is compared with a stored
 * text has to go through this, too.
 */
export function storable(text: string): string;
export function storable(text: string | null | undefined): string | undefined;
export function storable(text: string | null | undefined): string | undefined {
  return text?.toWellFormed().replaceAll('\0', '\uFFFD');
}
