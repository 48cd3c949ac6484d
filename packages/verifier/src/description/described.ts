import { isObject, type JsonObject } from '../json.ts';
import { valueAt } from '../json-pointer.ts';
import { readDescription } from './read-description.ts';

/** An operation of the description, with its references resolved as far as its examples. */
export type ResolvedOperation = ReturnType<typeof operationOf>;

/** A documented answer of an operation; its status may be `default`. */
export type DescribedResponse = ResolvedOperation['responses'][number];

export type DescribedExample = ReturnType<typeof examplesOf>[number];

let described: { readonly root: JsonObject; readonly operations: readonly ResolvedOperation[] } | undefined;

/** OpenAPI's paths. */
export function describe() {
  if (described !== undefined) return described;
  const root = objectOf(readDescription().openapi);
  const operations = Object.entries(objectOf(root.paths)).flatMap(([path, item]) =>
    Object.entries(objectOf(item)).map(([method, node]) =>
      operationOf(root, path, method, objectOf(node), Object.keys(objectOf(item))),
    ),
  );
  described = { root, operations };
  return described;
}

function operationOf(
  root: JsonObject,
  path: string,
  method: string,
  node: JsonObject,
  methods: readonly string[],
) {
  const mediaOf = ({ content }: JsonObject) => Object.values(objectOf(content)).map(objectOf);
  const media = mediaOf(resolve(root, node.requestBody));
  return {
    path,
    node,
    id: String(node.operationId),
    method: method.toUpperCase(),
    /** All that its path has. */
    methods: methods.map((each) => each.toUpperCase()),
    takesBody: media.length > 0,
    schema: objectOf(media[0]?.schema),
    examples: media.flatMap((each) => examplesOf(root, each)),
    responses: Object.entries(objectOf(node.responses)).map(([status, each]) => {
      const response = resolve(root, each);
      /** Named ones, of all media types. */
      const examples = mediaOf(response).flatMap((medium) => examplesOf(root, medium));
      return { status, node: response, examples };
    }),
  };
}

function examplesOf(root: JsonObject, medium: JsonObject) {
  return Object.entries(objectOf(medium.examples)).map(([name, each]) => {
    const node = resolve(root, each);
    return { name, node, value: node.value };
  });
}

/** What a reference leads to; a node without one is itself. */
export function resolve(root: JsonObject, node: unknown): JsonObject {
  const own = objectOf(node);
  return typeof own.$ref === 'string' ? resolve(root, valueAt(root, own.$ref.slice(1))) : own;
}

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The ids of the clauses that a node cites. */
export function clausesOf(node: JsonObject): readonly string[] {
  return listOf(node['x-clause']);
}

/** The decisions that a node cites, documented or not. */
export function citedBy(node: JsonObject): readonly string[] {
  return [...listOf(node['x-decision']), ...listOf(node['x-assumed'])];
}

/** The decisions that a node rests on: none if the source says it. */
export function restsOn(node: JsonObject): readonly string[] {
  return node['x-provenance'] === 'assumed' ? citedBy(node) : [];
}

function listOf(value: unknown): readonly string[] {
  return [value ?? []].flat().map(String);
}
