import { TypeOverrides, types } from 'pg';

/** Object id of the type `bigint[]`, which the driver has no name for. */
const int8Array = 1016;

/**
 * Reads `bigint` as a number, and a flat `bigint[]` as numbers and nulls. A value that a number cannot hold exactly
 * fails the query instead of coming out slightly wrong. What `sum()` makes of a `bigint` is `numeric`, and stays a
 * string until it is cast.
 */
export function exactNumbers(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, exactNumber);
  overrides.setTypeParser(int8Array, exactNumberArray);
  return overrides;
}

function exactNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`the bigint ${text} is beyond what a number holds exactly`);
}

/** An array of integers needs no quotes: `{1,NULL}`. */
function exactNumberArray(text: string): (number | null)[] {
  const inside = text.slice(1, -1);
  return inside === ''
    ? []
    : inside.split(',').map((entry) => (entry === 'NULL' ? null : exactNumber(entry)));
}
