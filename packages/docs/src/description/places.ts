import { isObject } from '../objects.ts';

type Node = Readonly<Record<string, unknown>>;

/** Where a schema is first used: the body of a request, of an answer, or of the callback. */
export interface SchemaPlace {
  /** `POST /api/cascade/schedule`, or `Callback`. */
  readonly operation: string;
  readonly part: 'request' | 'answer';
}

/** For each schema of an OpenAPI description the first place that uses it, requests before answers. */
export function schemaPlaces(description: unknown): ReadonlyMap<string, SchemaPlace> {
  const places = new Map<string, SchemaPlace>();
  const used = (node: unknown, place: SchemaPlace) => {
    for (const name of schemasBelow(node, description)) if (!places.has(name)) places.set(name, place);
  };
  for (const { title, operation, isWebhook } of operationsOf(description)) {
    const place = isWebhook ? 'Callback' : title;
    used(operation.requestBody, { operation: place, part: 'request' });
    used(operation.responses, { operation: place, part: 'answer' });
  }
  return places;
}

/** The operations and webhooks of an OpenAPI description, with their nodes. */
export function operationsOf(description: unknown) {
  const root = isObject(description) ? description : {};
  return (['paths', 'webhooks'] as const).flatMap((part) =>
    entriesOf(root[part]).flatMap(([path, item]) =>
      entriesOf(item)
        .filter(([, operation]) => 'operationId' in operation)
        .map(([method, operation]) => ({
          id: String(operation.operationId),
          title: `${method.toUpperCase()} ${path}`,
          operation,
          isWebhook: part === 'webhooks',
        })),
    ),
  );
}

/** The names of the schemas below a node, `$ref`s followed. */
function schemasBelow(node: unknown, description: unknown): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value)) return;
    const { $ref } = value;
    if (typeof $ref === 'string' && !seen.has($ref)) {
      seen.add($ref);
      visit(
        $ref
          .replace(/^#\//, '')
          .split('/')
          .reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), description),
      );
    }
    Object.values(value).forEach(visit);
  };
  visit(node);
  const prefix = '#/components/schemas/';
  return new Set([...seen].filter((ref) => ref.startsWith(prefix)).map((ref) => ref.slice(prefix.length)));
}

function entriesOf(value: unknown): [string, Node][] {
  return isObject(value)
    ? Object.entries(value).filter((entry): entry is [string, Node] => isObject(entry[1]))
    : [];
}
