import { readText, repositoryRoot } from '@cascade/contract';
import ts from 'typescript';
import { trackedFiles } from '../tracked-files.ts';

/** One place where a file names another file or a package. */
interface Import {
  /** As written, of a template the part before the first `${`; the relative ones begin with a dot. */
  readonly specifier: string;
  /** From 1. */
  readonly line: number;
}

/**
 * All imports of a TypeScript or JavaScript file: static, dynamic, of types, re-exports, `require`, and the
 * files that `new URL(…, import.meta.url)` and `import.meta.resolve(…)` name. Computed specifiers are left
 * out.
 */
export function readImports(path: string, text: string): readonly Import[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: Import[] = [];
  const visit = (node: ts.Node) => {
    const specifier = specifierOf(node);
    const text = specifier && textOf(specifier);
    if (specifier !== undefined && text !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(specifier.getStart(source));
      found.push({ specifier: ts.isNewExpression(node) ? asRelative(text) : text, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isNewExpression(node)) return isFileUrl(node) ? node.arguments?.[0] : undefined;
  return ts.isCallExpression(node) && isImportCall(node) ? node.arguments[0] : undefined;
}

/** `import(…)`, `require(…)`, `require.resolve(…)`, `import.meta.resolve(…)`. */
function isImportCall({ expression }: ts.CallExpression): boolean {
  if (expression.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (isNamed(expression, 'require')) return true;
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'resolve') return false;
  return ts.isMetaProperty(expression.expression) || isNamed(expression.expression, 'require');
}

/** `new URL(…, import.meta.url)`. */
function isFileUrl({
  expression,
  arguments: [, base] = ts.factory.createNodeArray(),
}: ts.NewExpression): boolean {
  return (
    isNamed(expression, 'URL') &&
    base !== undefined &&
    ts.isPropertyAccessExpression(base) &&
    ts.isMetaProperty(base.expression)
  );
}

function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.head.text : undefined;
}

/** `new URL('a.yaml', …)` and `new URL('./a.yaml', …)` are the same file. */
function asRelative(reference: string): string {
  return reference.startsWith('.') ? reference : `./${reference}`;
}

/** A TypeScript or JavaScript file of the repository, and what it imports. */
export interface SourceFile {
  /** Below the root of the repository. */
  readonly path: string;
  readonly imports: readonly Import[];
}

/** Every hand-written or generated source file that git tracks or would track. */
export const sourceFiles: readonly SourceFile[] = trackedFiles()
  .filter((path) => /\.(?:ts|mts|cts|js|mjs|cjs)$/.test(path))
  .map((path) => ({ path, imports: readImports(path, readText(repositoryRoot, path)) }));
