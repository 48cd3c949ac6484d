import { isObject } from '../objects.ts';

/**
 * A copy of a description in which the description text of each assumed node begins with **Assumed** and
 * links its decision, and each open list says which values are assumed. Redoc does not show `x-provenance`
 * itself.
 */
export function markProvenance(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(markProvenance);
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, markProvenance(child)]));
  const marked = 'x-assumed-values' in value ? { ...copy, anyOf: markValues(value) } : copy;
  if (value['x-provenance'] !== 'assumed' || typeof value.description !== 'string') return marked;
  return { ...marked, description: `**Assumed** (${decisionsOf(value)}). ${value.description}` };
}

type Node = Readonly<Record<string, unknown>>;

/** The branches of an open list; Redoc shows the descriptions of values in a table. */
function markValues(list: Node): unknown {
  const assumed = [list['x-assumed-values']].flat();
  const describe = (value: unknown) => [
    String(value),
    assumed.includes(value) ? '**Assumed**' : 'documented',
  ];
  return [list.anyOf].flat().map((branch) => {
    if (!isObject(branch) || !Array.isArray(branch.enum)) return branch;
    return { ...branch, 'x-enumDescriptions': Object.fromEntries(branch.enum.map(describe)) };
  });
}

function decisionsOf(node: Node): string {
  const ids = [node['x-decision']].flat().filter((id) => typeof id === 'string');
  return ids.map((id) => `[${id}](../decisions.html#${id})`).join(', ');
}
