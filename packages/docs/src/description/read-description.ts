import {
  isObject,
  type JsonObject,
  mapNode,
  objectOf,
  operationsOf,
  readContract,
  readYamlFile,
  repositoryRoot,
  stringsOf,
} from '@cascade/contract';

/** The contract, the bundles of its descriptions, and what is read from them. */
export type Described = ReturnType<typeof readDescribed>;

interface Bundles {
  readonly openapi: unknown;
  readonly asyncapi: unknown;
  readonly gateway: unknown;
  readonly control: unknown;
}

/** Reads the contract of the repository. */
export function readDescribed(bundles: Bundles = readBundles()) {
  const openapi = withInlineLists(bundles.openapi);
  const asyncapi = withInlineLists(bundles.asyncapi);
  return {
    contract: readContract(),
    openapi,
    asyncapi,
    gateway: withInlineLists(bundles.gateway),
    control: withInlineLists(bundles.control),
    operations: readOperations(openapi),
    fields: [...readFields(openapi), ...readHeaders(asyncapi)],
    lists: readValueLists(openapi),
  };
}

function readBundles(): Bundles {
  const read = (name: string) => readYamlFile(repositoryRoot, `spec/generated/${name}-annotated.yaml`).value;
  return {
    openapi: read('openapi'),
    asyncapi: read('asyncapi'),
    gateway: read('gateway'),
    control: read('control'),
  };
}

/**
 * A description in which each open list is `anyOf` its listed values or any string: pages show the values of
 * an `enum`, and none of an extension.
 */
function withInlineLists(value: unknown): unknown {
  const copy = mapNode(value, withInlineLists);
  if (!isObject(copy) || !Array.isArray(copy['x-extensible-enum'])) return copy;
  const { 'x-extensible-enum': listed, type, ...rest } = copy;
  const orNull = [type].flat().includes('null') ? [{ type: 'null' }] : [];
  return { ...rest, anyOf: [{ type: 'string', enum: listed }, { type: 'string' }, ...orNull] };
}

const words: Readonly<Record<string, (limit: string) => string>> = {
  minLength: (limit) => (limit === '1' ? 'not empty' : `at least ${limit} characters`),
  maxLength: (limit) => `at most ${limit} characters`,
  minItems: (limit) => `at least ${limit} ${limit === '1' ? 'entry' : 'entries'}`,
  maxItems: (limit) => `at most ${limit} entries`,
  minimum: (limit) => `at least ${limit}`,
  maximum: (limit) => `at most ${limit}`,
  format: (format) => (format === 'uuid' ? 'a UUID' : 'ISO 8601 with a time zone'),
};

/** The limits of a schema in words, each with its keyword. */
export function limitWords(
  schema: Readonly<Record<string, unknown>>,
): readonly { readonly keyword: string; readonly says: string }[] {
  return Object.entries(words).flatMap(([keyword, say]) => {
    const limit = schema[keyword];
    // The formats of whole numbers say no more than their limits do.
    if (limit === undefined || limit === 'int32' || limit === 'int64') return [];
    const text = typeof limit === 'number' ? limit.toLocaleString('en-US') : String(limit);
    return [{ keyword, says: say(text) }];
  });
}

/** An operation or webhook of the description. */
export interface ListedOperation extends Said {
  /** Anchor: the operationId. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
}

/** A field: a member of a schema, or a header of a callback. */
export interface Field extends Said {
  /** Anchor: schema and member, `SchedulingRequest.requestId`. */
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** Text and provenance, which every node has. */
export interface Said {
  readonly description: string;
  readonly provenance: 'documented' | 'assumed';
  readonly clauses: readonly string[];
  readonly decisions: readonly string[];
  /** Decisions that add to what the source says of a documented node. */
  readonly additions?: readonly string[];
}

/** An open list of values. */
export interface ValueList extends Said {
  /** The name of its schema, e.g. `ContentType`. */
  readonly schema: string;
  readonly values: readonly { readonly value: string; readonly provenance: Said['provenance'] }[];
}

/** An operation with its place in the description. */
interface PlacedOperation {
  readonly operation: ListedOperation;
  readonly method: string;
  readonly path: string;
  readonly node: JsonObject;
  readonly isWebhook: boolean;
}

/** The operations of an OpenAPI description, webhooks last, with their nodes. */
export function placedOperations(description: unknown): PlacedOperation[] {
  return operationsOf(description).map(({ part, path, method: key, node }) => {
    const isWebhook = part === 'webhooks';
    const method = key.toUpperCase();
    const title = isWebhook ? `webhook ${path}` : `${method} ${path}`;
    const operation = { id: String(node.operationId), title, summary: textOf(node.summary), ...said(node) };
    return { operation, method, path, node, isWebhook };
  });
}

/** The operations of an OpenAPI description, webhooks last. */
export function readOperations(description: unknown): ListedOperation[] {
  return placedOperations(description).map(({ operation }) => operation);
}

/** The members of all schemas, in the order of the description. */
export function readFields(description: unknown): Field[] {
  const schemas = nodeAt(description, 'components', 'schemas');
  return entriesOf(schemas).flatMap(([schema, node]) =>
    [node, ...listOf(node.allOf)].flatMap((part) => fieldsOf(schema, part, schemas)),
  );
}

/** The headers of each message of an AsyncAPI description, as fields of the schema `<message>-headers`. */
function readHeaders(description: unknown): Field[] {
  const channels = entriesOf(nodeAt(description, 'channels'));
  const schemas = nodeAt(description, 'components', 'schemas');
  const messages = channels.flatMap(([, channel]) => entriesOf(nodeAt(channel, 'messages')));
  return messages.flatMap(([name, { headers }]) =>
    isObject(headers) ? fieldsOf(`${name}-headers`, referredTo(headers, schemas), schemas) : [],
  );
}

/**
 * The open lists, in the order of the description. A value has the provenance of its list unless marked
 * assumed.
 */
function readValueLists(description: unknown): ValueList[] {
  const schemas = nodeAt(description, 'components', 'schemas');
  return entriesOf(schemas).flatMap(([schema, node]) => {
    const values = listOf(node.anyOf).flatMap((branch) => stringsOf(branch.enum));
    const assumed = stringsOf(node['x-assumed-values']);
    const own = said(node);
    const provenanceOf = (value: string) => (assumed.includes(value) ? 'assumed' : own.provenance);
    if (values.length === 0) return [];
    return [{ schema, ...own, values: values.map((value) => ({ value, provenance: provenanceOf(value) })) }];
  });
}

function fieldsOf(schema: string, part: JsonObject, schemas: JsonObject): Field[] {
  const required: readonly unknown[] = Array.isArray(part.required) ? part.required : [];
  return entriesOf(nodeAt(part, 'properties')).map(([name, node]) => ({
    id: `${schema}.${name}`,
    schema,
    name,
    type: typeOf(node),
    required: required.includes(name),
    ...said(referredTo(node, schemas)),
  }));
}

/** A `$ref` member takes text and provenance from the schema that it refers to. */
function referredTo(node: JsonObject, schemas: JsonObject): JsonObject {
  const { $ref } = node;
  if (typeof $ref !== 'string') return node;
  return { ...nodeAt(schemas, $ref.split('/').at(-1) ?? ''), ...node };
}

export function typeOf({ type, items, $ref, anyOf, oneOf, ...rest }: JsonObject): string {
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? $ref;
  if (type === 'array' && isObject(items)) return `list of ${typeOf(items)}`;
  const variants = [...listOf(anyOf), ...listOf(oneOf)].map(typeOf);
  const names =
    variants.length > 0 ? [...new Set(variants)] : [type].flat().filter((one) => typeof one === 'string');
  const bounds = limitWords(rest).map(({ says }) => says);
  return [names.join(' or ') || 'any', ...bounds].join(', ');
}

export function said(node: JsonObject): Said {
  const isAssumed = node['x-provenance'] === 'assumed';
  return {
    description: textOf(node.description),
    provenance: isAssumed ? 'assumed' : 'documented',
    clauses: stringsOf(node['x-clause']),
    decisions: stringsOf(node[isAssumed ? 'x-assumed' : 'x-decision']),
    ...(!isAssumed && 'x-assumed' in node ? { additions: stringsOf(node['x-assumed']) } : {}),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** The object at a path of keys; an empty one if there is none. */
export function nodeAt(value: unknown, ...keys: readonly string[]): JsonObject {
  return keys.reduce((node, key) => objectOf(node[key]), objectOf(value));
}

export function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function entriesOf(node: JsonObject): [string, JsonObject][] {
  return Object.entries(node).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
}
