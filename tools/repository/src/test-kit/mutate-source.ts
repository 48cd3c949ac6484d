import { compileFunction } from 'node:vm';
import ts from 'typescript';

/** One change to one source file. */
export interface Mutant {
  /** `function: before → after`, with ` #2` for the second of the same text in a function. */
  readonly id: string;
  readonly source: string;
}

/** Every change of one place: conditions, operators, literals, what an object, a list or a call has. */
export function mutantsOf(source: string): readonly Mutant[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const counts = new Map<string, number>();
  const found: Mutant[] = [];
  const visit = (node: ts.Node, inside: string): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    const name = ts.isFunctionDeclaration(node) ? (node.name?.text ?? inside) : inside;
    for (const after of changesOf(node)) {
      const before = node.getText(file);
      const id = `${name}: ${oneLine(before)} → ${oneLine(after) || 'nothing'}`;
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      const text = source.slice(0, node.getStart(file)) + after + source.slice(node.end);
      found.push({ id: count === 1 ? id : `${id} #${count}`, source: text });
    }
    ts.forEachChild(node, (child) => visit(child, name));
  };
  visit(file, 'file');
  return found;
}

const oneLine = (text: string) => {
  const short = text.replaceAll(/\s+/g, ' ');
  return short.length > 60 ? `${short.slice(0, 40)}…${short.slice(-18)}` : short;
};

const swapped: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '>': ['>=', '<'],
  '>=': ['>', '<'],
  '<': ['<=', '>'],
  '<=': ['<', '>'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
};

function changesOf(node: ts.Node): readonly string[] {
  if (ts.isBinaryExpression(node)) return changesOfBinary(node);
  if (ts.isConditionalExpression(node)) return [node.whenTrue.getText(), node.whenFalse.getText()];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [node.operand.getText()];
  if (ts.isNumericLiteral(node)) return [`${Number(node.text.replaceAll('_', '')) + 1}`];
  if (ts.isStringLiteral(node)) return ["'changed'"];
  if (ts.isIfStatement(node)) return ['', node.thenStatement.getText()];
  if (ts.isArrayLiteralExpression(node)) return node.elements.length > 0 ? ['[]'] : [];
  if (ts.isObjectLiteralElement(node)) return ['...{}'];
  if (ts.isSpreadElement(node)) return ['...[]'];
  return ts.isCallExpression(node) ? changesOfCall(node) : [];
}

function changesOfBinary({ left, operatorToken, right }: ts.BinaryExpression): readonly string[] {
  const one = left.getText();
  const operator = operatorToken.getText();
  const two = right.getText();
  if (['&&', '||', '??'].includes(operator)) return [one, two];
  return (swapped[operator] ?? []).map((other) => `${one} ${other} ${two}`);
}

function changesOfCall({ expression, arguments: given }: ts.CallExpression): readonly string[] {
  const called = expression.getText();
  const other = called.endsWith('.every') ? 'some' : called.endsWith('.some') ? 'every' : undefined;
  const all = given.map((argument) => argument.getText());
  if (other !== undefined) return [`${called.replace(/(?:every|some)$/, other)}(${all})`];
  return given.length > 1 ? [...new Set(all.slice(0, 2))] : [];
}

/** What the sources export together, as one module; only types may come from elsewhere. */
export function load(sources: readonly string[]): Readonly<Record<string, unknown>> {
  const joined = sources.join('\n').replaceAll(/^import [^;]*;$/gm, '');
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 };
  const { outputText } = ts.transpileModule(joined, { compilerOptions });
  const exported = {};
  compileFunction(outputText, ['exports'])(exported);
  return exported;
}
