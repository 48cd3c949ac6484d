import { readText, repositoryRoot } from '@cascade/contract';
import ts from 'typescript';
import { targetOf } from './imports/find-forbidden.ts';
import { sourceFiles } from './imports/read-imports.ts';
import { trackedFiles } from './tracked-files.ts';

/**
 * `npm run house`: how large the house is. Prints a Markdown table; decisions/house.md keeps it before and
 * after.
 */

const isGenerated = (path: string) => path.includes('/generated/') || path.startsWith('spec/baseline/');
const isTest = (path: string) => /(?:^|\/)(?:test|tests)\/|\.test\.ts$/.test(path);

/** TypeScript that people write to run, not to test. */
const files = sourceFiles.filter(
  ({ path }) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !isTest(path) && !isGenerated(path),
);
const lines = new Map(files.map(({ path }) => [path, linesOfCode(readText(repositoryRoot, path))]));

/** The rooms of the table; `service` is what is packed, without `deploy`. */
const rooms: Readonly<Record<string, RegExp>> = {
  all: /^/,
  bench: /^tools\/bench\//,
  service: /^packages\/service\/(?!deploy\/)/,
  verifier: /^packages\/verifier\//,
  docs: /^packages\/docs\//,
  'tools without bench': /^tools\/(?!bench\/)/,
  'other packages': /^packages\/(?!service\/|verifier\/|docs\/)/,
};

const importers = countImporters();
const tested = new Set(trackedFiles().filter((path) => path.endsWith('.test.ts')));
const isDoor = (path: string) => importers.get(path) === 1 && !tested.has(path.replace(/\.ts$/, '.test.ts'));

const rows = Object.entries(rooms).map(([room, pattern]) => {
  const inside = files.map(({ path }) => path).filter((path) => pattern.test(path));
  const sum = inside.reduce((all, path) => all + (lines.get(path) ?? 0), 0);
  return [room, inside.length, sum, median(inside), inside.filter(isDoor).length];
});
const generated = trackedFiles().filter(isGenerated);
const generatedLines = generated.reduce((all, path) => all + linesOf(readText(repositoryRoot, path)), 0);

process.stdout.write(
  [
    '| TypeScript without tests and generated | files | lines of code | median of a file | one importer, no test |',
    '| --- | --: | --: | --: | --: |',
    ...rows.map((row) => `| ${row.map(format).join(' | ')} |`),
    '',
    `Generated and committed: ${format(generated.length)} files, ${format(generatedLines)} lines.`,
    '',
  ].join('\n'),
);

/** Lines that hold a token: no blanks, no comments. */
function linesOfCode(text: string): number {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest);
  const found = new Set<number>();
  const visit = (node: ts.Node) => {
    const children = node.getChildren(source);
    if (children.length > 0 && !ts.isTemplateExpression(node)) return void children.forEach(visit);
    if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode) return;
    if (node.getStart(source) === node.end) return;
    const last = source.getLineAndCharacterOfPosition(node.end).line;
    for (let line = source.getLineAndCharacterOfPosition(node.getStart(source)).line; line <= last; line += 1)
      found.add(line);
  };
  visit(source);
  return found.size;
}

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}

/** How many files, tests left out, import each file. */
function countImporters(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { path, imports } of sourceFiles) {
    if (isTest(path)) continue;
    const targets = imports.filter(({ specifier }) => specifier.startsWith('.'));
    for (const target of new Set(targets.map(({ specifier }) => targetOf(path, specifier))))
      found.set(target, (found.get(target) ?? 0) + 1);
  }
  return found;
}

function median(paths: readonly string[]): number {
  const sizes = paths.map((path) => lines.get(path) ?? 0).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? 0;
}

function format(value: string | number | undefined): string {
  return typeof value === 'number' ? value.toLocaleString('en') : (value ?? '');
}
