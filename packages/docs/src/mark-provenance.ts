/**
 * A copy of a description in which each description text of an assumed node says so and links its
 * decision, since Redoc shows no marks of ours.
 */
export function markProvenance(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(markProvenance);
  if (!isNode(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, markProvenance(child)]));
  if (value['x-provenance'] !== 'assumed' || typeof value.description !== 'string') return copy;
  return { ...copy, description: `**Assumed** (${decisionsOf(value)}). ${value.description}` };
}

function decisionsOf(node: Readonly<Record<string, unknown>>): string {
  const ids = [node['x-decision']].flat().filter((id) => typeof id === 'string');
  return ids.map((id) => `[${id}](decisions.html#${id})`).join(', ');
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
