import type { QueryConfig } from 'pg';

/** A statement that each connection parses and plans once. */
export type Prepared = (values: readonly unknown[]) => QueryConfig;

let count = 0;

/**
 * For statements that run again and again. Their plan is made without looking at values or sizes (see `createPool`), so
 * they have to find their rows by index: a set-based join over `unnest`, or keys.
 */
export function prepared(text: string): Prepared {
  count += 1;
  const name = `cascade_${count}`;
  return (values) => ({ name, text, values: [...values] });
}
