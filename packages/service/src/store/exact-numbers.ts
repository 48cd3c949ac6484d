import { TypeOverrides, types } from 'pg';

/** The object id of `bigint[]`; the driver has no constant for it. */
const int8Array = 1016;

/**
 * Reads `bigint` as a number, and a flat `bigint[]` as numbers and nulls. A value that a number cannot
 * represent exactly fails the query instead of being rounded. `sum()` of a `bigint` is `numeric`, which
 * remains a string unless it is cast.
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
  throw new RangeError(`the bigint ${text} cannot be represented exactly as a number`);
}

/** Parses `{1,NULL}`: integers are never quoted. */
function exactNumberArray(text: string): (number | null)[] {
  const inside = text.slice(1, -1);
  return inside === ''
    ? []
    : inside.split(',').map((entry) => (entry === 'NULL' ? null : exactNumber(entry)));
}
