import { type Contract, isNode, isObject, type JsonObject, objectOf, stringsOf } from '../index.ts';
import { follow, isReference, type Placed, replace } from './lib/nodes.ts';
import type { Location, Resolve, Rule } from './redocly.ts';
import { schemaFace } from './rules/key-order.ts';
import { writeProblems } from './written-problems.ts';
import { writeWords } from './written-words.ts';

/**
 * `written-out`, a preprocessor: the files say a thing once; rules and bundles have it on every node. It
 * changes the nodes in place, so that a finding has its place in the file.
 *
 * - A node with `x-clause` is documented; with `x-assumed` beside it, it is mixed: a decision adds to what
 *   the source says. Any other is assumed: by its own `x-assumed`, or by that of the nearest assumed node
 *   around it in its file, or by that of the description. What a mixed node adds is its own: it says nothing
 *   of the nodes in it.
 * - Each constraint of a request has its problem (written-problems.ts).
 * - Codes, reasons and listed values are in the descriptions, too (written-words.ts).
 * - The `then` of a condition repeats the names of the properties that it requires, and stays open: linters
 *   and code generators look for both beside `required`.
 */
export const writtenOut =
  (contract: Contract): Rule =>
  () => ({
    Root: {
      leave: (value, { location, resolve }) => {
        const root = { node: objectOf(value), location };
        const parts = partsOf(root, resolve);
        const { 'x-assumed': assumed } = root.node;
        const written = new Set<unknown>();
        for (const { node } of parts) write(node, { assumed, properties: {} }, written);
        writeProblems(root, { contract, resolve, parts });
        writeWords(parts, contract);
      },
    },
  });

/** The root of a description, and all that a `$ref` leads to, each once. */
function partsOf(root: Placed, resolve: Resolve): readonly Placed[] {
  const parts = new Map<unknown, Placed>();
  const add = (part: Placed): void => {
    if (parts.has(part.node)) return;
    parts.set(part.node, part);
    visit(part.node, part.location);
  };
  const visit = (value: unknown, location: Location): void => {
    if (!isNode(value)) return;
    const target = isReference(value) ? follow(value, location, resolve) : undefined;
    if (target !== undefined) add(target);
    for (const child of Object.values(value)) visit(child, location);
  };
  add(root);
  return [...parts.values()];
}

/** What the nodes around say. */
interface Around {
  readonly assumed: unknown;
  readonly properties: JsonObject;
}

const marks = ['x-provenance', 'x-clause', 'x-decision', 'x-assumed'];

function write(value: unknown, around: Around, written: Set<unknown>): void {
  if (Array.isArray(value)) for (const item of value) write(item, around, written);
  if (!isObject(value) || written.has(value)) return;
  written.add(value);
  const { properties } = around;
  const own = isMixed(value) ? undefined : value['x-assumed'];
  const assumed = own ?? around.assumed;
  if (isDescribed(value)) replace(value, withMarks(value, assumed));
  if (isObject(value.then) && ofObject(value.then)) replace(value.then, withNames(value.then, properties));
  const inner = { assumed, properties: isObject(value.properties) ? value.properties : properties };
  const skipped = isDescribed(value) ? unmarked : [];
  for (const [key, child] of Object.entries(value)) if (!skipped.includes(key)) write(child, inner, written);
}
/** The value of an example, and what states nothing about the interface. */
const unmarked = ['value', 'tags', 'servers'];

/** Nodes are described or marked, or examples. */
function isDescribed(value: JsonObject): boolean {
  return (
    typeof value.description === 'string' ||
    marks.some((name) => name in value) ||
    (typeof value.summary === 'string' && 'value' in value)
  );
}

/** Whether the source says a node, whatever a decision adds to it. */
function isDocumented(node: JsonObject): boolean {
  return 'x-clause' in node && node['x-provenance'] !== 'assumed';
}

function isMixed(node: JsonObject): boolean {
  return isDocumented(node) && 'x-assumed' in node;
}

function provenanceOf(node: JsonObject): 'documented' | 'mixed' | 'assumed' {
  if (!isDocumented(node)) return 'assumed';
  return isMixed(node) ? 'mixed' : 'documented';
}

function withMarks(node: JsonObject, assumed: unknown): JsonObject {
  if (!isDocumented(node) && assumed === undefined) return node;
  const { 'x-provenance': _, ...own } = node;
  const keys = Object.keys(own);
  const first = keys.findIndex((key) => marks.includes(key));
  const words = keys.findLastIndex((key) => [...schemaFace, 'summary', 'license', 'tags'].includes(key));
  return {
    ...Object.fromEntries(Object.entries(own).slice(0, first === -1 ? words + 1 : first)),
    'x-provenance': provenanceOf(node),
    ...(first === -1 ? { 'x-assumed': assumed } : {}),
    ...own,
  };
}

function ofObject(schema: JsonObject): boolean {
  return 'required' in schema || 'properties' in schema;
}

/** Names that the schema around does not describe are left out, so that the lint finds them. */
function withNames(consequence: JsonObject, around: JsonObject): JsonObject {
  const { required, properties, ...rest } = consequence;
  const names = stringsOf(required).filter((name) => name in around);
  const own = Object.fromEntries(names.map((name) => [name, {}]));
  const named = { properties: { ...own, ...objectOf(properties) }, additionalProperties: true };
  return { ...(required === undefined ? {} : { required }), ...named, ...rest };
}
