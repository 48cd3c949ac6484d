import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The source of an exported constant that keeps its literal types. */
export function constant(doc: string, name: string, value: unknown): string {
  return `\n/** ${doc} */\nexport const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;
}

/** A generated file: its path from the root of the repository, and its text. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** Makes some of the generated files from the files below `root`. */
export type Generator = (root: string) => Promise<readonly GeneratedFile[]> | readonly GeneratedFile[];

/**
 * A file of which only the part between two marks is generated; `whole` is its text.
 * @throws {Error} without the marks.
 */
export function generatedPart(
  path: string,
  whole: string,
  { begin, end, text }: Readonly<Record<'begin' | 'end' | 'text', string>>,
): GeneratedFile {
  const [before, rest] = whole.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (after === undefined) throw new Error(`${path}: expected ${begin} and ${end}`);
  return { path, text: `${before}${begin}${text}${end}${after}` };
}

const notice = 'Generated from spec/ by `npm run generate`. Do not edit.';

/** The first line of every generated file whose format has comments. */
export const banner = {
  yaml: `# ${notice}\n`,
  python: `# ${notice}\n`,
  code: `// ${notice}\n`,
  markdown: `<!-- ${notice} -->\n`,
} as const;

/** Writes generated files to the disk; with `check` it only compares. */
export const synchronise = {
  /** Writes the files that differ; returns their paths. */
  files(root: string, files: readonly GeneratedFile[], check: boolean): string[] {
    const stale = files.filter(({ path, text }) => !isCurrent(join(root, path), text));
    if (!check) for (const file of stale) write(join(root, file.path), file.text);
    return stale.map(({ path }) => path);
  },

  /** Removes files from `folders` that are not in `made`; returns their paths. */
  leftovers(root: string, folders: readonly string[], made: ReadonlySet<string>, check: boolean): string[] {
    const found = folders.flatMap((folder) => list(join(root, folder)).map((name) => `${folder}/${name}`));
    const left = found.filter((path) => !made.has(path));
    if (!check) for (const path of left) rmSync(join(root, path));
    return left;
  },
};

function isCurrent(path: string, text: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8') === text;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const written = `${path}.${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, path); // A reader never sees half a file.
}

/** The files below a folder, as paths from it. Python leaves compiled modules beside those that it runs. */
function list(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\b__pycache__$/.test(entry.parentPath))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
