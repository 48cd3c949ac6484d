import ts from 'typescript';

/** Milliseconds: a busy machine may take that long for anything. */
const shortest = 20_000;

/**
 * The lines, from 1, where a test is too hasty for a busy machine: it waits by `vi.waitFor` or `vi.waitUntil`
 * and gives up after less than 20 seconds (after one if it does not say), or it expects that less than 20
 * seconds have passed. Limits that are not written in place are not judged.
 */
export function findHastyWaits(path: string, text: string): readonly number[] {
  // To parse every file of the repository takes seconds.
  if (!/vi\.wait|toBeLessThan/.test(text)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: number[] = [];
  const values = new Map<string, string>();
  const visit = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined)
      values.set(node.name.getText(source), node.initializer.getText(source));
    if (ts.isCallExpression(node) && isTooShort(node, source, values))
      found.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isTooShort(call: ts.CallExpression, source: ts.SourceFile, values: ReadonlyMap<string, string>) {
  if (isWait(call)) return isHasty(call.arguments[1]);
  const measured = measuredIn(call);
  const [limit] = call.arguments;
  if (measured === undefined || limit === undefined || !ts.isNumericLiteral(limit)) return false;
  const written = measured.getText(source);
  const value = values.get(written) ?? written;
  const unit = /\/ 1_?000\b/.test(value) ? 1_000 : 1;
  return /\b(?:performance|Date)\.now\(\)/.test(value) && Number(limit.text) * unit < shortest;
}

/** Of `expect(measured).toBeLessThan(limit)`. */
function measuredIn({ expression }: ts.CallExpression): ts.Expression | undefined {
  if (!ts.isPropertyAccessExpression(expression) || !/^toBeLessThan/.test(expression.name.text))
    return undefined;
  return ts.isCallExpression(expression.expression) ? expression.expression.arguments[0] : undefined;
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
