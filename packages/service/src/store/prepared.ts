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
  /** Whether it writes nothing unless `given` has a row. */
  readonly isConditional: boolean;
}

/**
 * A write, or a read, with its parameters from $1 on, for which holds what `prepared` says. It must not
 * depend on other writes of its statement.
 */
export function part(...template: SqlTemplate): (values: readonly unknown[]) => Part {
  return newPart(template, false);
}

/**
 * The same for a write that a statement may make subject to a condition: it takes its rows
 * `from given cross join …`, and `given` has one row, or none.
 */
export function conditional(...template: SqlTemplate): (values: readonly unknown[]) => Part {
  const { text } = sql(...template);
  if (!text.includes('from given cross join'))
    throw new Error(`expected a write that takes its rows "from given cross join", got ${text}`);
  return newPart(template, true);
}

function newPart(template: SqlTemplate, isConditional: boolean): (values: readonly unknown[]) => Part {
  count += 1;
  const number = count;
  const { make } = sql(...template);
  return (values) => ({ number, make, values, isConditional });
}

/** What a statement does beside its writes. */
interface Beside {
  /** Names, with `as`, what the writes and what is read refer to; for conditional writes, `given` is among it. */
  readonly first?: Part | undefined;
  /** Nothing is written unless this returns one row. Then nothing else is read. */
  readonly only?: Part | undefined;
  /** What is read, as it was before. */
  readonly read?: Part | undefined;
}

const combined = new Map<string, Prepared>();

/**
 * Writes in one statement, if there is anything to write: each statement costs as much as a round trip,
 * however little it writes. Resolves to what is read; with `only` instead, to a row that says whether it is
 * written; without both, of one part alone, to what that returns.
 *
 * @throws {Error} if a write that is not conditional is subject to `only`.
 */
export async function writeTogether<Row extends object>(
  client: ClientBase | Pool,
  parts: readonly Part[],
  beside: Beside = {},
): Promise<QueryResult<Row> | undefined> {
  const { first, only, read } = beside;
  if (parts.length === 0 && first === undefined) return undefined;
  if (only !== undefined && !parts.every(({ isConditional }) => isConditional))
    throw new Error('expected conditional writes, of which none is made without the condition');
  const all = [first, only, ...parts, read].flatMap((one) => one ?? []);
  const key = `${all.map(({ number }) => number).join()} ${only !== undefined}`;
  const known = combined.get(key) ?? prepareTogether(parts, beside);
  combined.set(key, known);
  return client.query<Row>(known(all.flatMap(({ values }) => values)));
}

/** Keeps none of the values, which may be large. */
function prepareTogether(parts: readonly Part[], { first, only, read }: Beside): Prepared {
  const strip = (one: Part): Part => ({ ...one, values: one.values.map(() => undefined) });
  const beside = {
    first: first && strip(first),
    only: only && strip(only),
    read: read && strip(read),
  };
  const writes = parts.map(strip);
  return prepared`${statementOf((names) => combine(names, writes, beside))}`;
}

function combine(names: Names, parts: readonly Part[], { first, only, read }: Beside): string {
  let before = 0;
  const shifted = ({ make, values }: Part) => {
    const shift = before;
    before += values.length;
    return make(names).replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + shift}`);
  };
  const named = first === undefined ? [] : [shifted(first)];
  if (only !== undefined) named.push(`given as materialized (${shifted(only)})`);
  else if (first === undefined && parts.some(({ isConditional }) => isConditional))
    named.push('given as not materialized (select)');
  const writes = parts.map(shifted);
  const [alone = ''] = writes;
  if (writes.length === 1 && named.length === 0 && read === undefined) return alone;
  named.push(...writes.map((text, at) => `write_${at} as (${text})`));
  const isWritten = only && 'select exists (select from given) as "isWritten"';
  const answer = read === undefined ? (isWritten ?? 'select') : shifted(read);
  return `with ${named.join(', ')} ${answer}`;
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
