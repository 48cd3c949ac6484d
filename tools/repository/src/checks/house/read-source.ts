import ts from 'typescript';

/** Something in a file that a measure counts. */
export interface FoundName {
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

export function parseSource(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

/** The names that a file declares and exports; what it only passes on is left out. */
export function exportedDeclarations(source: ts.SourceFile): readonly FoundName[] {
  return source.statements.filter(isExported).flatMap((statement) => {
    const declared = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.flatMap(({ name }) => namesOf(name))
      : nameOf(statement);
    return declared.map((name) => foundAt(source, statement, name));
  });
}

/** Functions of more lines than that, from the first of the signature to the closing brace. */
export function longFunctions(source: ts.SourceFile, maxLines: number): readonly FoundName[] {
  return all(source)
    .filter(ts.isFunctionLike)
    .flatMap((node) => {
      const text = node.getText(source);
      const lines = text.split('\n').length;
      const name = nameOf(node)[0] ?? nameOf(node.parent)[0] ?? 'a function';
      return lines > maxLines ? [foundAt(source, node, `${name}, ${lines} lines`)] : [];
    });
}

/**
 * Types that say what is to be written, and what follows once it is committed or not: those with a list of
 * statements (`Part[]`), with `committed` or `notCommitted`, or that extend one of them.
 */
export function protocolShapes(
  sources: readonly ts.SourceFile[],
): ReadonlyMap<ts.SourceFile, readonly FoundName[]> {
  const types = sources.flatMap((source) => all(source).filter(isTypeDeclaration));
  const shapes = new Set(types.filter((type) => membersOf(type).some(isOfProtocol)));
  const namedAs = (name: string) => [...shapes].some((shape) => shape.name.text === name);
  for (const type of types) if (basesOf(type).some(namedAs)) shapes.add(type);
  return new Map(
    sources.map((source) => {
      const inside = [...shapes].filter((type) => type.getSourceFile() === source);
      return [source, inside.map((type) => foundAt(source, type, type.name.text))];
    }),
  );
}

type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

function isTypeDeclaration(node: ts.Node): node is TypeDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

function membersOf(type: TypeDeclaration): readonly ts.TypeElement[] {
  if (ts.isInterfaceDeclaration(type)) return type.members;
  const parts = ts.isIntersectionTypeNode(type.type) ? type.type.types : [type.type];
  return parts.flatMap((part) => (ts.isTypeLiteralNode(part) ? [...part.members] : []));
}

function isOfProtocol(member: ts.TypeElement): boolean {
  if (ts.isPropertySignature(member) && /^(?:readonly )?Part\[\]$/.test(member.type?.getText() ?? ''))
    return true;
  return /^(?:committed|notCommitted)$/.test(member.name?.getText() ?? '');
}

/** The names of the types that it extends. */
function basesOf(type: TypeDeclaration): readonly string[] {
  if (ts.isInterfaceDeclaration(type))
    return (type.heritageClauses ?? []).flatMap((clause) =>
      clause.types.map((base) => base.expression.getText()),
    );
  return ts.isIntersectionTypeNode(type.type) ? type.type.types.map((part) => part.getText()) : [];
}

function all(node: ts.Node): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (inner: ts.Node) => {
    found.push(inner);
    ts.forEachChild(inner, visit);
  };
  visit(node);
  return found;
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

function nameOf(node: ts.Node): readonly string[] {
  const name = ts.getNameOfDeclaration(node as ts.Declaration);
  return name === undefined ? [] : [name.getText()];
}

function namesOf(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesOf(element.name) : []));
}

function foundAt(source: ts.SourceFile, node: ts.Node, name: string): FoundName {
  return { name, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1 };
}
