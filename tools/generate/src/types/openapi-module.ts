import { banner } from '@cascade/bundle';
import { isNode, readText, repositoryRoot } from '@cascade/contract';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { parse, stringify } from 'yaml';
import { namedSchemas } from './named-schemas.ts';

/**
 * Types an open list (`anyOf` its listed values or any string) as `ListedKind | (string & {})`. The plain union would
 * collapse to `string` and lose its completion.
 */
export function openList(schema: object): ts.TypeNode | undefined {
  const name = listedName(schema);
  if (name === undefined) return undefined;
  const { factory } = ts;
  const literal = (text: string) => factory.createLiteralTypeNode(factory.createStringLiteral(text));
  const schemas = factory.createIndexedAccessTypeNode(
    factory.createTypeReferenceNode('components'),
    literal('schemas'),
  );
  const unknown = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
  return factory.createUnionTypeNode([
    factory.createIndexedAccessTypeNode(schemas, literal(name)),
    factory.createParenthesizedType(unknown),
  ]);
}

/** The component with the listed values: `ListedContentType`. */
function listedName(schema: object): string | undefined {
  if (!('anyOf' in schema) || !Array.isArray(schema.anyOf) || schema.anyOf.length !== 2) return undefined;
  const [listed, open]: unknown[] = schema.anyOf;
  if (!isNode(listed) || !isNode(open) || open.type !== 'string' || 'enum' in open) return undefined;
  return /^#\/components\/schemas\/(Listed\w+)$/.exec(String(listed.$ref))?.[1];
}

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

/** Keywords that give a value its type; a branch without any of them only adds a condition. */
const typeKeywords = ['$ref', 'type', 'properties', 'items', 'enum', 'const', 'allOf', 'anyOf', 'oneOf'];

/**
 * The description without conditions, which types cannot express: `anyOf: [{ required: [a] }, …]`, `if`.
 * openapi-typescript would type them as `unknown`, and a union with `unknown` is `unknown`. Also without
 * `additionalProperties: true` beside members: which types are open is for `openSchemas` to say.
 */
export function withoutConditions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutConditions);
  if (!isNode(value)) return value;
  const kept = Object.entries(value).flatMap(([key, child]): [string, unknown][] => {
    if (key === 'additionalProperties' && child === true && 'properties' in value) return [];
    if (key !== 'allOf' && key !== 'anyOf' && key !== 'oneOf') return [[key, withoutConditions(child)]];
    const branches = Array.isArray(child) ? child.filter(saysType) : [];
    return branches.length === 0 ? [] : [[key, withoutConditions(branches)]];
  });
  return Object.fromEntries(kept);
}

function saysType(branch: unknown): boolean {
  return isNode(branch) && typeKeywords.some((keyword) => keyword in branch);
}

/** A bundle as TypeScript types. */
export async function openapiModule(name: 'openapi' | 'gateway'): Promise<string> {
  return typesOf(parse(readText(repositoryRoot, `spec/generated/${name}.yaml`)));
}

/**
 * A description as types; editors complete the known values of open lists, any other string is allowed.
 * @param open see {@link openSchemas}.
 */
export async function typesOf(bundle: object, open = openSchemas(bundle)): Promise<string> {
  const nodes = await openapiTS(stringify(withoutConditions(bundle)), {
    alphabetize: true,
    emptyObjectsUnknown: true,
    defaultNonNullable: false, // A request may leave out a member with a default.
    immutable: true,
    silent: true,
    transform: openList,
  });
  const withMore = open.size === 0 ? '' : "import type { WithMore } from '../with-more.ts';\n\n";
  return banner.code + withMore + astToString([...namedSchemas(nodes, open)]);
}
