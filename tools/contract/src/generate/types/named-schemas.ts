import ts from 'typescript';

const { factory } = ts;

/**
 * The nodes of openapi-typescript with every schema as a type of its own. Compilers print the name of an
 * interface and the whole text of an anonymous type: an error in one member of a request filled several
 * screens.
 *
 * @param open Schemas that may have members beside the listed ones.
 * @param built Schemas whose members are assignable.
 */
export function namedSchemas(
  nodes: readonly ts.Node[],
  { open, built }: { readonly open: ReadonlySet<string>; readonly built: ReadonlySet<string> },
): readonly ts.Node[] {
  const named = nodes.map(withNames);
  const schemas = schemasIn(named);
  return [
    ...named.map((node) => withAliases(node, schemas)),
    ...schemas.flatMap((one) => declare(built.has(one.name) ? assignable(one) : one, open)),
  ];
}

interface Schema {
  readonly name: string;
  readonly property: ts.PropertySignature;
  readonly type: ts.TypeNode;
}

function schemasIn(nodes: readonly ts.Node[]): readonly Schema[] {
  return nodes.filter(ts.isInterfaceDeclaration).flatMap(({ name, members }) => {
    const schemas = name.text === 'components' ? memberOf(members, 'schemas')?.type : undefined;
    if (schemas === undefined || !ts.isTypeLiteralNode(schemas)) return [];
    return schemas.members.flatMap((property) =>
      ts.isPropertySignature(property) && property.type !== undefined
        ? [{ name: textOf(property.name), property, type: property.type }]
        : [],
    );
  });
}

/** A schema whose members can be assigned one by one. */
function assignable({ type, ...schema }: Schema): Schema {
  const visit = <Node extends ts.Node>(node: Node): Node => {
    const visited = ts.visitEachChild(node, visit, undefined);
    if (!ts.isPropertySignature(visited)) return visited;
    const { name, questionToken, type: own } = visited;
    return documented(
      visited,
      factory.createPropertySignature(undefined, name, questionToken, own),
    ) as typeof visited;
  };
  return { ...schema, type: visit(type) };
}

/** `components["schemas"]["Button"]` as `Button`. */
function withNames(node: ts.Node): ts.Node {
  const visit = (child: ts.Node): ts.Node => {
    const name = schemaName(child);
    return name === undefined ? ts.visitEachChild(child, visit, undefined) : reference(name);
  };
  return visit(node);
}

function schemaName(node: ts.Node): string | undefined {
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isIndexedAccessTypeNode(node.objectType)) return undefined;
  const { objectType, indexType } = node.objectType;
  const isSchemas =
    ts.isTypeReferenceNode(objectType) &&
    textOf(objectType.typeName) === 'components' &&
    literalOf(indexType) === 'schemas';
  return isSchemas ? literalOf(node.indexType) : undefined;
}

/** `components` with each schema by its name. */
function withAliases(node: ts.Node, schemas: readonly Schema[]): ts.Node {
  if (!ts.isInterfaceDeclaration(node) || node.name.text !== 'components') return node;
  const aliases = schemas.map(({ name, property }) =>
    factory.createPropertySignature(property.modifiers, name, undefined, reference(name)),
  );
  const members = node.members.map((member) =>
    ts.isPropertySignature(member) && textOf(member.name) === 'schemas'
      ? factory.createPropertySignature(
          member.modifiers,
          'schemas',
          undefined,
          factory.createTypeLiteralNode(aliases),
        )
      : member,
  );
  return factory.createInterfaceDeclaration(node.modifiers, node.name, undefined, undefined, members);
}

/** One schema as an interface; an open one as its listed members, and any others. */
function declare({ name, property, type }: Schema, open: ReadonlySet<string>): readonly ts.Node[] {
  const [first, ...others] = ts.isUnionTypeNode(type) ? type.types : [type];
  const shape = first && shapeOf(first);
  if (shape === undefined || (others.length > 0 && !open.has(name)))
    return [documented(property, alias(name, type))];
  const nameOf = (schema: string) => (open.has(schema) ? listed(schema) : schema);
  const object = interfaceOf(nameOf(name), shape, nameOf);
  if (!open.has(name)) return [documented(property, object)];
  const withMore = factory.createTypeReferenceNode('WithMore', [reference(listed(name))]);
  return [
    object,
    documented(
      property,
      alias(name, others.length === 0 ? withMore : factory.createUnionTypeNode([withMore, ...others])),
    ),
  ];
}

interface Shape {
  readonly extended: readonly string[];
  readonly members: readonly ts.TypeElement[];
}

/** The members of an object type, of intersections also those they extend; nothing for any other type. */
function shapeOf(type: ts.TypeNode): Shape | undefined {
  if (ts.isParenthesizedTypeNode(type)) return shapeOf(type.type);
  if (ts.isTypeLiteralNode(type)) {
    return {
      extended: [],
      members: type.members.filter((member) => !ts.isIndexSignatureDeclaration(member)),
    };
  }
  if (!ts.isIntersectionTypeNode(type)) return undefined;
  const shapes = type.types.map((part) =>
    ts.isTypeReferenceNode(part) ? { extended: [textOf(part.typeName)], members: [] } : shapeOf(part),
  );
  if (!shapes.every((shape) => shape !== undefined)) return undefined;
  return {
    extended: shapes.flatMap(({ extended }) => extended),
    members: shapes.flatMap(({ members }) => members),
  };
}

function interfaceOf(
  name: string,
  { extended, members }: Shape,
  nameOf: (schema: string) => string,
): ts.InterfaceDeclaration {
  const parents = extended.map((parent) =>
    factory.createExpressionWithTypeArguments(factory.createIdentifier(nameOf(parent)), undefined),
  );
  const heritage = factory.createHeritageClause(ts.SyntaxKind.ExtendsKeyword, parents);
  return factory.createInterfaceDeclaration(
    exported,
    name,
    undefined,
    parents.length === 0 ? undefined : [heritage],
    members,
  );
}

function alias(name: string, type: ts.TypeNode): ts.TypeAliasDeclaration {
  return factory.createTypeAliasDeclaration(exported, name, undefined, type);
}

const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];

/** The name of the listed members of an open schema. */
function listed(name: string): string {
  return `${name}Members`;
}

function documented<Node extends ts.Node>(from: ts.Node, to: Node): Node {
  return ts.setSyntheticLeadingComments(to, ts.getSyntheticLeadingComments(from));
}

function memberOf(members: readonly ts.TypeElement[], name: string): ts.PropertySignature | undefined {
  return members.filter(ts.isPropertySignature).find((member) => textOf(member.name) === name);
}

function reference(name: string): ts.TypeReferenceNode {
  return factory.createTypeReferenceNode(name);
}

function literalOf(type: ts.TypeNode): string | undefined {
  return ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? type.literal.text : undefined;
}

function textOf(name: ts.PropertyName | ts.EntityName): string {
  return 'text' in name ? name.text : '';
}
