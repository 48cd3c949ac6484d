import { isObject } from '../objects.ts';

type Node = Readonly<Record<string, unknown>>;

/**
 * A copy of a description without what is assumed: operations, members, parameters, answers, examples and values.
 * Schemas stay, since others may refer to them; nobody sees one that nothing refers to.
 */
export function withoutAssumed(description: unknown): unknown {
  const isAssumed = (value: unknown) => provenanceOf(value, description) === 'assumed';

  function prune(value: unknown, name: string): unknown {
    if (Array.isArray(value)) {
      const kept = name === 'parameters' ? value.filter((one) => !isAssumed(one)) : value;
      return kept.map((one) => prune(one, ''));
    }
    if (!isObject(value)) return value;
    const entries = Object.entries(value)
      .filter(
        ([key, child]) =>
          !((collections.has(name) || methods.has(key) || key === 'headers') && isAssumed(child)),
      )
      .map(([key, child]) => [key, prune(child, key)] as const);
    return withRequired(withoutValues(Object.fromEntries(entries)), value);
  }

  return withoutEmpty(prune(description, ''));
}

/** Members whose entries stand on their own. */
const collections = new Set(['properties', 'parameters', 'responses', 'headers', 'examples']);

const methods = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options']);

/** What a node says of itself, or else what it refers to says. */
function provenanceOf(value: unknown, description: unknown): unknown {
  if (!isObject(value)) return undefined;
  if ('x-provenance' in value || typeof value.$ref !== 'string') return value['x-provenance'];
  const path = value.$ref.replace(/^#\//, '').split('/');
  return provenanceOf(
    path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), description),
    description,
  );
}

/** Only what is left can be required. */
function withRequired(node: Node, before: Node): Node {
  const { properties } = node;
  if (!Array.isArray(node.required) || !isObject(properties) || !isObject(before.properties)) return node;
  const gone = Object.keys(before.properties).filter((name) => !(name in properties));
  return { ...node, required: node.required.filter((name) => !gone.includes(name)) };
}

/** An open list without the values that are assumed. */
function withoutValues(node: Node): Node {
  const { 'x-assumed-values': assumed, ...rest } = node;
  if (!Array.isArray(node.anyOf) || !Array.isArray(assumed)) return node;
  const anyOf = node.anyOf.map((branch) =>
    isObject(branch) && Array.isArray(branch.enum)
      ? { ...branch, enum: branch.enum.filter((value) => !assumed.includes(value)) }
      : branch,
  );
  return { ...rest, anyOf };
}

/** Paths of which no operation is left are gone, and so are their tags. */
function withoutEmpty(description: unknown): unknown {
  if (!isObject(description) || !isObject(description.paths) || !Array.isArray(description.tags))
    return description;
  const hasOperation = (item: unknown) => isObject(item) && Object.keys(item).some((key) => methods.has(key));
  const paths = Object.fromEntries(
    Object.entries(description.paths).filter(([, item]) => hasOperation(item)),
  );
  const used = [paths, description.webhooks]
    .filter(isObject)
    .flatMap((items) => Object.values(items))
    .filter(isObject)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => (isObject(operation) && Array.isArray(operation.tags) ? operation.tags : []));
  return {
    ...description,
    paths,
    tags: description.tags.filter((tag) => isObject(tag) && used.includes(tag.name)),
  };
}
