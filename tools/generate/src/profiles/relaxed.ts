import { isNode, type Node } from '../is-node.ts';
import { objectOf } from './object-of.ts';

/** Keywords that only forbid, and that code generators cannot express or read wrongly. */
const dropped = new Set([
  'if',
  'then',
  'else',
  'contains',
  'minContains',
  'maxContains',
  'dependentRequired',
  'pattern',
]);

/**
 * The schemas of a bundle for code generators. Whatever is valid under the full schema is valid under the relaxed one:
 * each step only takes a demand away, or writes the same in a simpler way.
 *
 * - An open list is a string; its values are in the description and in `x-extensible-enum`.
 * - Conditions, patterns and choices of required members are gone, and with them `allOf` that had nothing else.
 * - A `$ref` has nothing beside it.
 * - An id is `int64`: Java and Go would take 32 bits.
 * - An object without described members that is one choice of several has a name, and comes after those without one:
 *   openapi-python-client makes a class of it for each schema that inherits it, and drops them all as duplicates.
 */
export function relaxedSchemas(schemas: Node): Record<string, unknown> {
  const names = Object.keys(schemas).filter((name) => !isListedName(name));
  return {
    ...Object.fromEntries(names.map((name) => [name, relaxed(schemas[name], schemas)])),
    [anyObject]: { type: 'object', description: 'Any object.', additionalProperties: true },
  };
}

const anyObject = 'AnyObject';

/** One schema of the bundle, relaxed; `schemas` are its components. */
export function relaxed(schema: unknown, schemas: Node): unknown {
  if (Array.isArray(schema)) return schema.map((one) => relaxed(one, schemas));
  if (!isNode(schema)) return schema;
  if (typeof schema.$ref === 'string') return { $ref: schema.$ref };
  const list = openList(schema, schemas);
  if (list !== undefined) return list;
  const kept = Object.entries(inBranches(schema)).filter(([key]) => !isDropped(key, schema));
  return Object.fromEntries(kept.flatMap(([key, child]) => keyword(key, child, schemas)));
}

/** The own members of a schema that inherits as a branch: oapi-codegen reads nothing beside `allOf`. */
function inBranches(schema: Node): Node {
  const branches = [schema.allOf ?? []].flat();
  if (!('properties' in schema) || !branches.some((branch) => isNode(branch) && '$ref' in branch))
    return schema;
  const { type, required, properties, additionalProperties, allOf: _, ...rest } = schema;
  const own = Object.entries({ type, required, properties, additionalProperties });
  const given = Object.fromEntries(own.filter(([, value]) => value !== undefined));
  return { ...rest, allOf: [...branches, given] };
}

function isDropped(key: string, schema: Node): boolean {
  return dropped.has(key) || key.startsWith('x-') || (key === 'minLength' && 'anyOf' in schema);
}

function keyword(key: string, child: unknown, schemas: Node): [string, unknown][] {
  if (key === 'properties') return [[key, members(child, schemas)]];
  if (key === 'items') return [[key, relaxed(child, schemas)]];
  if (key !== 'allOf' && key !== 'anyOf') return [[key, child]];
  const branches = [child].flat().filter(saysType);
  if (branches.length === 0) return [];
  const choices = [relaxed(branches, schemas)].flat();
  return [[key, key === 'anyOf' ? withNamedObject(choices) : choices]];
}

function withNamedObject(choices: readonly unknown[]): unknown[] {
  const others = choices.filter((choice) => !isBareObject(choice));
  if (others.length === choices.length) return others;
  return [...others, { $ref: `#/components/schemas/${anyObject}` }];
}

function isBareObject(choice: unknown): boolean {
  return isNode(choice) && choice.type === 'object' && !('properties' in choice);
}

function members(properties: unknown, schemas: Node): Node {
  return Object.fromEntries(
    Object.entries(objectOf(properties)).map(([name, member]) => {
      const plain = relaxed(member, schemas);
      return [name, /^id$|Id$/.test(name) ? withInt64(plain) : plain];
    }),
  );
}

function withInt64(schema: unknown): unknown {
  if (!isNode(schema)) return schema;
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: schema.anyOf.map(withInt64) };
  return [schema.type].flat().includes('integer') ? { ...schema, format: 'int64' } : schema;
}

/** A branch that gives a value its type; any other is only a condition. */
function saysType(branch: unknown): boolean {
  return isNode(branch) && ['$ref', 'type', 'properties', 'anyOf'].some((keyword) => keyword in branch);
}

/** The string that replaces an open list, or an open list or null. */
function openList(schema: Node, schemas: Node): Node | undefined {
  if (!Array.isArray(schema.anyOf)) return undefined;
  const [first, second] = schema.anyOf;
  if (schema.anyOf.length !== 2 || !isNode(first) || !isNode(second)) return undefined;
  const name = nameOf(first.$ref);
  if (name !== undefined && isListedName(name) && second.type === 'string')
    return stringOf(schema, 'string', objectOf(schemas[name]).enum);
  if (name === undefined || second.type !== 'null') return undefined;
  const inner = openList(objectOf(schemas[name]), schemas);
  return inner && stringOf(schema, ['string', 'null'], inner['x-extensible-enum']);
}

function stringOf({ description }: Node, type: string | string[], values: unknown): Node {
  const listed = [values].flat().map((value) => `\`${String(value)}\``);
  return {
    type,
    description: `${String(description).trim()} Listed so far: ${listed.join(', ')}.`,
    'x-extensible-enum': values,
  };
}

function nameOf(reference: unknown): string | undefined {
  return /^#\/components\/schemas\/(\w+)$/.exec(String(reference))?.[1];
}

function isListedName(name: string): boolean {
  return /^Listed[A-Z]/.test(name);
}
