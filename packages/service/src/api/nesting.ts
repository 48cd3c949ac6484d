/** Whether a JSON value has more levels of arrays and objects than the limit. */
export function isNestedDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((child) => isNestedDeeper(child, limit - 1));
}

/** Whether a JSON value, which is not nested deeply, has more values in it than the limit. */
export function hasMoreValues(value: unknown, limit: number): boolean {
  return valuesUpTo(value, limit) > limit;
}

/** How many values there are, itself counted; stops when there are more than asked for. */
function valuesUpTo(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const child of Object.values(value)) {
    count += valuesUpTo(child, limit - count);
    if (count > limit) break;
  }
  return count;
}
