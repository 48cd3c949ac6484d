/** A JSON object. */
export type Node = Readonly<Record<string, unknown>>;

/**
 * Replaces every local `$ref` of an OpenAPI bundle by what it points to; members beside the `$ref` win. A
 * reference back to a schema that is being replaced stays, since JSON cannot hold a circle; of the
 * components only the security schemes and the schemas of such circles are left.
 */
export function dereference(bundle: Node): Node {
  const { components, ...rest } = bundle;
  const result = mapValues(rest, (child) => replace(child, bundle, new Set()));
  const recursive = [...new Set(references(result))].map((reference) => reference.split('/').at(-1) ?? '');
  const { securitySchemes, schemas } = isNode(components) ? components : {};
  const left = Object.fromEntries(
    recursive.map((name) => [name, isNode(schemas) ? schemas[name] : undefined]),
  );
  return {
    ...result,
    components: { securitySchemes, schemas: replace(left, bundle, new Set(references(result))) },
  };
}

function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (!isNode(value)) return [];
  const own = typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(references)];
}

function replace(value: unknown, bundle: unknown, open: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => replace(item, bundle, open));
  if (!isNode(value)) return value;
  const { $ref, ...beside } = value;
  if (typeof $ref !== 'string') return mapValues(value, (child) => replace(child, bundle, open));
  if (open.has($ref)) return value;
  const target = replace(targetOf($ref, bundle), bundle, new Set([...open, $ref]));
  return isNode(target)
    ? { ...target, ...mapValues(beside, (child) => replace(child, bundle, open)) }
    : target;
}

function targetOf(reference: string, bundle: unknown): unknown {
  const segments = reference.replace(/^#\//, '').split('/');
  return segments.reduce<unknown>((value, segment) => {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isNode(value) || !(key in value)) throw new Error(`${reference} points to nothing`);
    return value[key];
  }, bundle);
}

function mapValues(node: Node, change: (child: unknown) => unknown): Node {
  return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, change(child)]));
}

function isNode(value: unknown): value is Node {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
