import { isNode, isObject, type JsonObject, objectOf, valueAt } from './json.ts';

/** An operation of a bundled OpenAPI description, and its place there. */
export interface DescribedOperation {
  readonly part: 'paths' | 'webhooks';
  /** `/api/cascade/schedule`; of a webhook its name. */
  readonly path: string;
  /** As the description has it: `post`. */
  readonly method: string;
  readonly node: JsonObject;
}

/** The operations of a description in its order, those of webhooks last. */
export function operationsOf(description: unknown): readonly DescribedOperation[] {
  return (['paths', 'webhooks'] as const).flatMap((part) =>
    Object.entries(objectOf(objectOf(description)[part])).flatMap(([path, item]) =>
      Object.entries(objectOf(item)).flatMap(([method, node]) =>
        isObject(node) ? [{ part, path, method, node }] : [],
      ),
    ),
  );
}

/** What the `$ref` of a node leads to; the node itself if it has none. */
export function targetOf(description: unknown, node: unknown): JsonObject {
  const { $ref } = objectOf(node);
  return objectOf(typeof $ref === 'string' ? valueAt(description, $ref.slice(1)) : node);
}

/** `Button` of `#/components/schemas/Button`; `undefined` for any other reference. */
export function schemaNameOf(reference: unknown): string | undefined {
  return /^#\/components\/schemas\/([\w.-]+)$/.exec(String(reference))?.[1];
}

/**
 * The component schemas that a node refers to, directly or through others, in the order in which they are
 * met.
 */
export function schemasBelow(description: unknown, node: unknown): ReadonlySet<string> {
  const met = new Set<string>();
  const visit = (value: unknown): void => {
    if (!isNode(value)) return;
    const { $ref } = value;
    if (typeof $ref === 'string' && !met.has($ref)) {
      met.add($ref);
      visit(targetOf(description, value));
    }
    Object.values(value).forEach(visit);
  };
  visit(node);
  return new Set([...met].flatMap((reference) => schemaNameOf(reference) ?? []));
}
