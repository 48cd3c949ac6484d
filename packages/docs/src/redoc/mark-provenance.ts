import { isObject } from '../objects.ts';

/**
 * A copy of a description in which each assumed node begins with **Assumed** and links its decision, each documented one
 * ends with the decisions that add to it, and each open list says which values are assumed: Redoc shows no `x-` itself.
 */
export function markProvenance(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(markProvenance);
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, markProvenance(child)]));
  const marked =
    'x-assumed-values' in value && 'anyOf' in value ? { ...copy, anyOf: markValues(value) } : copy;
  if (typeof value.description !== 'string') return marked;
  const assumed = linksOf(value['x-assumed']);
  const isWhole = value['x-provenance'] === 'assumed';
  const more = isWhole || assumed === '' ? '' : ` **Assumed in part** (${assumed}).`;
  const mark = isWhole ? `**Assumed** (${assumed}). ` : '';
  return mark + more === ''
    ? marked
    : { ...marked, description: `${mark}${value.description.trimEnd()}${more}` };
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

function linksOf(value: unknown): string {
  const ids = [value].flat().filter((id) => typeof id === 'string');
  return ids.map((id) => `[${id}](../decisions.html#${id})`).join(', ');
}
