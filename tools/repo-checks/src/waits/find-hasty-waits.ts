import ts from 'typescript';

/** Milliseconds: a busy machine may take that long for anything. */
const shortest = 20_000;

/**
 * The lines, from 1, where a test waits by `vi.waitFor` or `vi.waitUntil` and gives up after less than 20
 * seconds: after one second if it does not say. Limits that are not written in place are not judged.
 */
export function findHastyWaits(path: string, text: string): readonly number[] {
  // To parse every file of the repository takes seconds.
  if (!text.includes('vi.wait')) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: number[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && isWait(node) && isHasty(node.arguments[1]))
      found.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isWait({ expression }: ts.CallExpression): boolean {
  return (
    ts.isPropertyAccessExpression(expression) &&
    ts.isIdentifier(expression.expression) &&
    expression.expression.text === 'vi' &&
    ['waitFor', 'waitUntil'].includes(expression.name.text)
  );
}

function isHasty(limit: ts.Expression | undefined): boolean {
  if (limit === undefined) return true;
  if (ts.isNumericLiteral(limit)) return Number(limit.text) < shortest;
  if (!ts.isObjectLiteralExpression(limit)) return false;
  const timeouts = limit.properties.filter(
    (member) => member.name !== undefined && ts.isIdentifier(member.name) && member.name.text === 'timeout',
  );
  if (timeouts.length === 0) return !limit.properties.some(ts.isSpreadAssignment);
  return timeouts.some((member) => ts.isPropertyAssignment(member) && isHasty(member.initializer));
}
