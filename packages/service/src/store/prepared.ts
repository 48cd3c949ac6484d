import type { QueryConfig } from 'pg';

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
