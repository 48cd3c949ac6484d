import { execFileSync } from 'node:child_process';
import { join, matchesGlob } from 'node:path';
import { readText, repositoryRoot } from '@cascade/contract';
import { sourceFiles } from '../imports/read-imports.ts';
import { trackedFiles } from '../tracked-files.ts';
import { exportedDeclarations, longFunctions, parseSource, protocolShapes } from './read-source.ts';

interface Measure {
  readonly says: string;
  /** How many places there are, if absent. */
  readonly figure?: string;
  /** One a line, the first to work on first. */
  readonly places: readonly string[];
}

/** What `--way` writes, below the root of the repository. */
export const wayFile = 'tools/repository/results/way.json';

/** What a reader meets, by the name of the measure. */
export const measures: Readonly<Record<string, () => Measure>> = {
  way: filesOnTheWay,
  protocol: shapesOfOneProtocol,
  imports: widestImports,
  names: namesOfSeveralFiles,
  tests: exportsForTests,
  types: typesWithoutImport,
  functions: functionsBeyondAScreen,
  words: longestDecisions,
  proof: proofBesideProduct,
  languages: allLanguages,
};

function filesOnTheWay(): Measure {
  const way: Readonly<Record<'files' | 'atRest' | 'sql', readonly string[]>> = JSON.parse(
    readText(repositoryRoot, wayFile),
  );
  const { files, atRest, sql } = way;
  const groups = Object.entries({ 'on the way': files, 'at rest': atRest, SQL: sql });
  const tracked = new Set(trackedFiles());
  const ifGone = (path: string) => (tracked.has(path) ? '' : ', gone: run npm run house -- --way again');
  return {
    says: 'files on the way of a message from the socket to its last callback, with those that run anyway and those of SQL, of `npm run house -- --way`',
    places: groups.flatMap(([group, paths = []]) => paths.map((path) => `${path} (${group}${ifGone(path)})`)),
  };
}

function shapesOfOneProtocol(): Measure {
  const shapes = [...protocolShapes(product().map(({ source }) => source))];
  return {
    says: 'types of one protocol: these statements, then committed or not',
    places: shapes.flatMap(([{ fileName }, found]) =>
      found.map(({ name, line }) => `${fileName}:${line} ${name}`),
    ),
  };
}

function widestImports(): Measure {
  const sizes = sourceFiles
    .filter(({ path }) => isOfOurs(path))
    .map(({ path, imports }) => ({ path, size: imports.length }))
    .toSorted((a, b) => b.size - a.size);
  return {
    says: 'imports of the widest file',
    figure: format(sizes[0]?.size ?? 0),
    places: sizes.slice(0, 20).map(({ path, size }) => `${size} ${path}`),
  };
}

/** Public names of packages count, too: no two packages have the same. */
function namesOfSeveralFiles(): Measure {
  const places = new Map<string, readonly string[]>();
  for (const { path, source } of product()) {
    // An overload declares the same name again.
    const lines = new Map(exportedDeclarations(source).map(({ name, line }) => [name, line]));
    for (const [name, line] of lines) places.set(name, [...(places.get(name) ?? []), `${path}:${line}`]);
  }
  const several = [...places].filter(([, where]) => where.length > 1);
  const byFiles = several.toSorted(([, a], [, b]) => b.length - a.length);
  return {
    says: 'exported names that several files declare, examples aside',
    places: byFiles.map(([name, where]) => `${name} ${where.join(' ')}`),
  };
}

function exportsForTests(): Measure {
  return {
    says: 'exports that only tests use: public names of packages and types in the signature of a used name aside',
    places: unused('--production', '--include', 'exports,types').filter((place) =>
      isOfOurs(place.split(':', 1)[0] ?? ''),
    ),
  };
}

function typesWithoutImport(): Measure {
  return { says: 'exported types without an importer', places: unused('--include', 'types') };
}

/** What knip finds, by its settings of knip.json. */
function unused(...options: readonly string[]): readonly string[] {
  const knip = join(repositoryRoot, 'node_modules/knip/bin/knip.js');
  const args = [knip, '--no-config-hints', '--no-exit-code', '--reporter', 'json', ...options];
  const report = execFileSync(process.execPath, args, { cwd: repositoryRoot, encoding: 'utf8' });
  const { issues }: { issues: readonly Unused[] } = JSON.parse(report);
  return issues.flatMap(({ file, exports = [], types = [] }) =>
    exports.concat(types).map(({ name, line }) => `${file}:${line} ${name}`),
  );
}

interface Unused {
  readonly file: string;
  readonly exports?: readonly { readonly name: string; readonly line: number }[];
  readonly types?: readonly { readonly name: string; readonly line: number }[];
}

/** Biome's rule counts neither comments nor lines that a closing brace begins; a reader scrolls past both. */
function functionsBeyondAScreen(): Measure {
  return {
    says: 'functions of more than 60 lines, factories included',
    places: product().flatMap(({ path, source }) =>
      longFunctions(source, 60).map(({ name, line }) => `${path}:${line} ${name}`),
    ),
  };
}

/** Two pages: as long as a record of `decisions/` may be. */
export const mostWordsOfDecision = 500;

/** The decisions with their words, the longest first. */
export function decisionsByWords() {
  return trackedFiles()
    .filter((path) => /^(?:spec\/)?decisions\/.*\.md$/.test(path))
    .map((path) => ({ path, words: readText(repositoryRoot, path).split(/\s+/).filter(Boolean).length }))
    .toSorted((a, b) => b.words - a.words);
}

function longestDecisions(): Measure {
  const sizes = decisionsByWords();
  return {
    says: `words of the longest decision; those of the code have ${mostWordsOfDecision} at most`,
    figure: format(sizes[0]?.words ?? 0),
    places: sizes.slice(0, 20).map(({ path, words }) => `${format(words)} ${path}`),
  };
}

const isProof = (path: string) =>
  /^tools\/(?:bench|proofs|trials|repository\/src\/checks)\/(?!src\/pack\/)|\/(?:bench|mutants)\//.test(path);

function proofBesideProduct(): Measure {
  const sizes = { product: 0, proof: 0, tests: 0 };
  for (const path of trackedFiles().filter((path) => path.endsWith('.ts') && !isGenerated(path))) {
    const kind = isTest(path) ? 'tests' : isProof(path) ? 'proof' : 'product';
    sizes[kind] += linesOf(path);
  }
  return {
    says: 'lines of proof (benchmarks, mutants, trials, checks) to a line of product, tests apart',
    figure: (sizes.proof / sizes.product).toFixed(2),
    places: Object.entries(sizes).map(([kind, lines]) => `${kind} ${format(lines)} lines of TypeScript`),
  };
}

const languages: Readonly<Record<string, RegExp>> = {
  TypeScript: /\.ts$/,
  JavaScript: /\.[cm]?js$/,
  SQL: /\.sql$/,
  YAML: /\.ya?ml$/,
  Markdown: /\.md$/,
  JSON: /\.json$/,
  Python: /\.py$/,
  PHP: /\.php$/,
  'Java and Kotlin': /\.(?:java|kt)$/,
  Go: /\.go$/,
  Rust: /\.rs$/,
  'C#': /\.cs$/,
  CSS: /\.css$/,
  SVG: /\.svg$/,
};

function allLanguages(): Measure {
  const paths = trackedFiles().filter((path) => !isGenerated(path));
  const languageOf = (path: string) =>
    Object.entries(languages).find(([, pattern]) => pattern.test(path))?.[0] ?? 'other';
  const sizes = Object.entries(Object.groupBy(paths, languageOf)).map(([language, inside = []]) => ({
    language,
    files: inside.length,
    lines: sum(inside.map(linesOf)),
  }));
  return {
    says: 'files and lines in all languages',
    figure: `${format(paths.length)} files, ${format(sum(sizes.map(({ lines }) => lines)))} lines`,
    places: sizes
      .toSorted((a, b) => b.lines - a.lines)
      .map(({ language, files, lines }) => `${language} ${format(files)} files, ${format(lines)} lines`),
  };
}

/** Hand-written TypeScript without tests. */
function product() {
  return sourceFiles
    .filter(({ path }) => path.endsWith('.ts') && isOfOurs(path))
    .map(({ path }) => ({ path, source: parseSource(path, readText(repositoryRoot, path)) }));
}

/** Examples are programs of consumers, which share nothing with one another. */
function isOfOurs(path: string): boolean {
  return !isTest(path) && !isGenerated(path) && !path.startsWith('examples/');
}

/** With what only tests need. */
function isTest(path: string): boolean {
  return /(?:^|\/)(?:test|tests|testing)\/|\.test(?:-d)?\.ts$|^tools\/repository\/src\/test-kit\//.test(path);
}

const generated = readText(repositoryRoot, '.gitattributes')
  .split('\n')
  .filter((line) => line.includes('linguist-generated'))
  .map((line) => line.split(' ', 1)[0] ?? '');

function isGenerated(path: string): boolean {
  return generated.some((pattern) => matchesGlob(path, pattern));
}

function linesOf(path: string): number {
  return readText(repositoryRoot, path).split('\n').length - 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function format(value: number): string {
  return value.toLocaleString('en');
}
