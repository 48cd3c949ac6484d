import ts from 'typescript';
import { isNode } from '../is-node.ts';

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
