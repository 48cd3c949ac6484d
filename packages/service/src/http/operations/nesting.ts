/** Whether a JSON value has more levels of arrays and objects than the limit. */
export function isNestedDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((child) => isNestedDeeper(child, limit - 1));
}
