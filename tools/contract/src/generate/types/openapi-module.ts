import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { parse, stringify } from 'yaml';
import { banner } from '../../bundle/index.ts';
import { isNode, mapNode, objectOf, operationsOf, readText, schemasBelow, valueAt } from '../../index.ts';
import { namedSchemas } from './named-schemas.ts';

/**
 * Types an open list (`x-extensible-enum`) as `"A" | "B" | (string & {})`, with `null` if it may come. The
 * plain union would collapse to `string` and lose its completion.
 */
function openList(schema: object): ts.TypeNode | undefined {
  const { type, 'x-extensible-enum': values } = objectOf(schema);
  if (!Array.isArray(values)) return undefined;
  const { factory } = ts;
  const literal = (text: string) => factory.createLiteralTypeNode(factory.createStringLiteral(text));
  const unknown = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
  return factory.createUnionTypeNode([
    ...values.map((value) => literal(String(value))),
    factory.createParenthesizedType(unknown),
    ...([type].flat().includes('null') ? [factory.createLiteralTypeNode(factory.createNull())] : []),
  ]);
}

/**
 * The names of the schemas that may have members beside the listed ones. In requests the description must say
 * so by `x-further-members: expected`, so that elsewhere a misspelt member is an error. Answers and callbacks
 * may grow (§7, §9).
 */
function openSchemas(description: unknown): ReadonlySet<string> {
  const sent = sentSchemas(description);
  const schemas = Object.entries(objectOf(valueAt(description, '/components/schemas')));
  return new Set(schemas.flatMap(([name, schema]) => (sent.has(name) && !saysOpen(schema) ? [] : [name])));
}

/** The names of the schemas of requests, with those inside. */
function sentSchemas(description: unknown): ReadonlySet<string> {
  const bodies = operationsOf(description)
    .filter(({ part }) => part === 'paths')
    .map(({ node }) => node.requestBody);
  return schemasBelow(description, bodies);
}

function saysOpen(schema: unknown): boolean {
  const { allOf, 'x-further-members': further } = objectOf(schema);
  return further === 'expected' || [allOf ?? []].flat().some(saysOpen);
}

/** Keywords that give a value its type; a branch without any of them only adds a condition. */
const typeKeywords = ['$ref', 'type', 'items', 'enum', 'const', 'allOf', 'anyOf', 'oneOf'];

/**
 * The description without conditions, which types cannot express: `anyOf: [{ required: [a] }, …]`, `if`.
 * openapi-typescript would type them as `unknown`, and a union with `unknown` is `unknown`. Also without
 * `additionalProperties: true` beside members: which types are open is for `openSchemas` to say.
 */
function withoutConditions(value: unknown): unknown {
  return mapNode(value, (child, key) => {
    if (key === 'additionalProperties' && child === true && 'properties' in objectOf(value)) return undefined;
    if (key !== 'allOf' && key !== 'anyOf' && key !== 'oneOf') return withoutConditions(child);
    const branches = Array.isArray(child) ? child.filter(saysType) : [];
    return branches.length === 0 ? undefined : withoutConditions(branches);
  });
}

function saysType(branch: unknown): boolean {
  if (!isNode(branch)) return false;
  const isDemand = 'required' in branch && !('type' in branch);
  return typeKeywords.some((keyword) => keyword in branch) || ('properties' in branch && !isDemand);
}

/** A bundle as TypeScript types. */
export async function openapiModule(root: string, name: 'openapi' | 'gateway' | 'control'): Promise<string> {
  const bundle: object = parse(readText(root, `spec/generated/${name}-annotated.yaml`));
  // The mock and its client have one version: nothing comes that is not described.
  if (name === 'control') return typesOf(bundle, { open: new Set() });
  // Who uses the gateway's types reads the requests, and writes the answers at once.
  return typesOf(bundle, { built: name === 'openapi' ? sentSchemas(bundle) : new Set() });
}

interface TypesOptions {
  readonly open?: ReadonlySet<string>;
  readonly built?: ReadonlySet<string>;
}

/**
 * A description as types; editors complete the known values of open lists, any other string is allowed.
 * @param open see {@link openSchemas}.
 * @param built Schemas whose members are assignable, so that a program can build a request step by step. All
 * others are readonly, and so are lists, which are given whole.
 */
export async function typesOf(
  bundle: object,
  { open = openSchemas(bundle), built = new Set<string>() }: TypesOptions = {},
): Promise<string> {
  const nodes = await openapiTS(stringify(withoutConditions(bundle)), {
    alphabetize: true,
    emptyObjectsUnknown: true,
    defaultNonNullable: false, // A request may leave out a member with a default.
    immutable: true,
    silent: true,
    transform: openList,
  });
  const withMore = open.size === 0 ? '' : "import type { WithMore } from '../with-more.ts';\n\n";
  return banner.code + withMore + astToString([...namedSchemas(nodes, { open, built })]);
}
