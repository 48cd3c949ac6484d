import type { ClientBase, Pool, QueryConfig, QueryResult } from 'pg';

/** A statement that each connection parses and plans only once. */
export type Prepared = (values: readonly unknown[]) => QueryConfig;

let count = 0;

/**
 * Prepares a statement that runs often. It is planned without regard to values or table sizes (see
 * `createPool`), so it must find its rows by index: a set-based join over `unnest`, or keys.
 */
export function prepared(text: string): Prepared {
  count += 1;
  const name = `cascade_${count}`;
  return (values) => ({ name, text, values: [...values] });
}

/** A write that can share a statement with others. */
export interface Part {
  readonly number: number;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * A write, or a read, with its parameters from $1 on, for which holds what `prepared` says. It must not depend on other writes
 * of its statement.
 */
export function part(text: string): (values: readonly unknown[]) => Part {
  count += 1;
  const number = count;
  return (values) => ({ number, text, values });
}

const combined = new Map<string, Prepared>();

/**
 * Writes in one statement, if there is anything to write: each statement costs as much as a round trip, however little it
 * writes. Resolves to what is read, as it was before; without that, of one part alone, to what it returns.
 */
export async function writeTogether<Row extends object>(
  client: ClientBase | Pool,
  parts: readonly Part[],
  read?: Part,
): Promise<QueryResult<Row> | undefined> {
  if (parts.length === 0) return undefined;
  const all = read === undefined ? parts : [...parts, read];
  const key = all.map(({ number }) => number).join();
  const known = combined.get(key) ?? prepared(combine(parts, read));
  combined.set(key, known);
  return client.query<Row>(known(all.flatMap(({ values }) => values)));
}

function combine(parts: readonly Part[], read: Part | undefined): string {
  let before = 0;
  const shifted = ({ text, values }: Part) => {
    const shift = before;
    before += values.length;
    return text.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + shift}`);
  };
  const writes = parts.map(shifted);
  const [only = ''] = writes;
  if (writes.length === 1 && read === undefined) return only;
  const named = writes.map((text, at) => `write_${at} as (${text})`);
  return `with ${named.join(', ')} ${read === undefined ? 'select' : shifted(read)}`;
}
