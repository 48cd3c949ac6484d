import {
  isObject,
  type JsonObject,
  mapMembers,
  mapNode,
  objectOf,
  operationsOf,
  stringsOf,
  targetOf,
} from '@cascade/contract';

/**
 * A copy of a description without its assumed operations, members, parameters, responses, examples, values
 * and marks. Schemas stay, since a `$ref` may need them; Redoc does not show unreferenced ones.
 */
export function withoutAssumed(description: unknown): unknown {
  /** By the mark of a node, or else of what its `$ref` leads to. */
  const isAssumed = (value: unknown) =>
    ({ ...targetOf(description, value), ...objectOf(value) })['x-provenance'] === 'assumed';

  function prune(value: unknown, name: string): unknown {
    if (Array.isArray(value)) {
      const kept = name === 'parameters' ? value.filter((one) => !isAssumed(one)) : value;
      return kept.map((one) => prune(one, ''));
    }
    if (name === 'description' && typeof value === 'string') return value.replace(assumedPart, '');
    if (!isObject(value)) return value;
    const kept = mapMembers(value, (child, key) => {
      const isOptional = collections.has(name) || methods.has(key) || key === 'headers';
      return key === 'x-assumed' || (isOptional && isAssumed(child)) ? undefined : prune(child, key);
    });
    return withRequired(withoutValues(kept), value);
  }

  return withoutEmpty(prune(description, ''));
}

/** A paragraph of a documented description that begins with `Assumed (ADR-0007):`. */
const assumedPart = /(?:^|\n\n)Assumed \(ADR.*?(?=\n\n|$)/gs;

/** Members whose entries can be removed one by one. */
const collections = new Set(['properties', 'parameters', 'responses', 'headers', 'examples']);

const methods = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options']);

/** Drops removed properties from `required`. */
function withRequired(node: JsonObject, before: JsonObject): JsonObject {
  const { properties } = node;
  if (!Array.isArray(node.required) || !isObject(properties) || !isObject(before.properties)) return node;
  const gone = Object.keys(before.properties).filter((name) => !(name in properties));
  return { ...node, required: node.required.filter((name) => !gone.includes(name)) };
}

/** Drops the assumed values of an open list. */
function withoutValues(node: JsonObject): JsonObject {
  const { 'x-assumed-values': assumed, ...rest } = node;
  if (!Array.isArray(node.anyOf) || !Array.isArray(assumed)) return node;
  const anyOf = node.anyOf.map((branch) =>
    isObject(branch) && Array.isArray(branch.enum)
      ? { ...branch, enum: branch.enum.filter((value) => !assumed.includes(value)) }
      : branch,
  );
  return { ...rest, anyOf };
}

/** Drops paths without an operation, tags that no operation uses, and groups without a tag. */
function withoutEmpty(description: unknown): unknown {
  if (!isObject(description) || !isObject(description.paths) || !Array.isArray(description.tags))
    return description;
  const hasOperation = (item: unknown) => isObject(item) && Object.keys(item).some((key) => methods.has(key));
  const paths = Object.fromEntries(
    Object.entries(description.paths).filter(([, item]) => hasOperation(item)),
  );
  const used = operationsOf({ ...description, paths }).flatMap(({ node }) => stringsOf(node.tags));
  const { 'x-tagGroups': groups, ...rest } = description;
  const isUsed = ({ tags }: JsonObject) => stringsOf(tags).some((tag) => used.includes(tag));
  return {
    ...rest,
    paths,
    tags: description.tags.filter((tag) => used.includes(String(objectOf(tag).name))),
    ...(Array.isArray(groups)
      ? { 'x-tagGroups': groups.filter((group) => isObject(group) && isUsed(group)) }
      : {}),
  };
}

/**
 * A copy of a description in which each assumed node begins with **Assumed** and links its decision, each
 * documented one ends with the decisions that add to it, and each open list says which values are assumed:
 * Redoc shows no `x-` itself.
 */
export function markProvenance(value: unknown): unknown {
  if (!isObject(value)) return mapNode(value, markProvenance);
  const copy = mapMembers(value, markProvenance);
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

/** The branches of an open list; Redoc shows the descriptions of values in a table. */
function markValues(list: JsonObject): unknown {
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
  return stringsOf(value)
    .map((id) => `[${id}](../decisions.html#${id})`)
    .join(', ');
}
