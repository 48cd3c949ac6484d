/** More than any message needs, and far less than what exhausts a stack: ours, or that of the database. */
export const nestingLimit = 100;

/** Whether a JSON value has more levels of arrays and objects than the limit. */
export function isNestedDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((child) => isNestedDeeper(child, limit - 1));
}
