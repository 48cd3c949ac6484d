/** The address as sent, and the content as canonical JSON: equal for duplicates (ADR-0026). */
export function duplicateKey(address: string, content: unknown): string {
  return JSON.stringify([address, canonical(content)]);
}

/** Sorts the members of every object by name. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, child]) => [name, canonical(child)]));
}
