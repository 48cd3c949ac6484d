import ts from 'typescript';
import { isNode } from '../is-node.ts';

/**
 * Types an open list (`anyOf` an `enum` or any string) as `'A' | 'B' | (string & {})`. The plain union
 * would collapse to `string` and lose its completion.
 */
export function openList(schema: object): ts.TypeNode | undefined {
  const values = knownValues(schema);
  if (values === undefined) return undefined;
  const { factory } = ts;
  const known = values.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)));
  const unknown = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
  return factory.createUnionTypeNode([...known, factory.createParenthesizedType(unknown)]);
}

function knownValues(schema: object): readonly string[] | undefined {
  if (!('anyOf' in schema) || !Array.isArray(schema.anyOf) || schema.anyOf.length !== 2) return undefined;
  const [listed, open]: unknown[] = schema.anyOf;
  if (!isNode(listed) || !isNode(open) || open.type !== 'string' || 'enum' in open) return undefined;
  const values = listed.enum;
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : undefined;
}
