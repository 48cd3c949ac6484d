import { isNode } from '../is-node.ts';

/**
 * The names of the schemas that may have members beside the listed ones. In requests the description must say so by
 * `x-further-members: expected`, so that elsewhere a misspelt member is an error. Answers and callbacks may grow (§7, §9).
 */
export function openSchemas(description: unknown): ReadonlySet<string> {
  const schemas = valueAt(description, 'components', 'schemas');
  const requests = reachable(description, [...requestBodies(valueAt(description, 'paths'))]);
  const open = Object.keys(isNode(schemas) ? schemas : {}).filter((name) => {
    const schema = valueAt(schemas, name);
    return requests.has(name) ? saysOpen(schema) : true;
  });
  return new Set(open);
}

function saysOpen(schema: unknown): boolean {
  const branches = valueAt(schema, 'allOf');
  return (
    valueAt(schema, 'x-further-members') === 'expected' ||
    (Array.isArray(branches) && branches.some(saysOpen))
  );
}

function requestBodies(node: unknown): readonly unknown[] {
  if (!isNode(node)) return [];
  return Object.entries(node).flatMap(([key, child]) =>
    key === 'requestBody' ? [child] : requestBodies(child),
  );
}

/** The names of the schemas that the nodes refer to, directly or through others. */
function reachable(description: unknown, nodes: readonly unknown[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (!isNode(node)) return;
    const name = /^#\/components\/schemas\/(\w+)$/.exec(String(node.$ref))?.[1];
    if (name !== undefined && !found.has(name)) {
      found.add(name);
      visit(valueAt(description, 'components', 'schemas', name));
    }
    Object.values(node).forEach(visit);
  };
  nodes.forEach(visit);
  return found;
}

function valueAt(node: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isNode(value) ? value[key] : undefined), node);
}
