/**
 * The lines of a program that define a name: from the line of its definition, with the comment above it, to
 * the line that ends its block. It reads Python, Go, Java, PHP, C# and TypeScript by their indentation.
 * @throws {Error} if the program has no such definition.
 */
export function definitionIn(program: string, name: string): string {
  const lines = program.split('\n');
  const definition = new RegExp(
    `^\\s*(?:(?:export|async|private|public|static|final|def|class|func|function|const)\\s)+.*\\b${name}\\b`,
  );
  const start = lines.findIndex((line) => definition.test(line));
  if (start < 0) throw new Error(`no definition of ${name}`);
  const depth = depthOf(lines[start]);
  let end = start + 1;
  // Lines at the same depth belong to it while they close something, or are the rest of a long head.
  while (end < lines.length && (isInside(lines[end], depth) || isClosing(lines[end]))) end += 1;
  while (lines[end - 1]?.trim() === '') end -= 1;
  return lines
    .slice(commentAbove(lines, start), end)
    .map((line) => line.slice(Math.min(depth, depthOf(line))))
    .join('\n');
}

function depthOf(line = ''): number {
  return line.length - line.trimStart().length;
}

function isInside(line = '', depth: number): boolean {
  return line.trim() === '' || depthOf(line) > depth;
}

function isClosing(line = ''): boolean {
  return /^\s*[)\]}{]/.test(line);
}

function commentAbove(lines: readonly string[], start: number): number {
  let first = start;
  while (/^\s*(?:\/\/|\/\*\*|\*|#)/.test(lines[first - 1] ?? '')) first -= 1;
  return first;
}
