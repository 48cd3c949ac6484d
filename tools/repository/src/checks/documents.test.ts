import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readText, repositoryRoot } from '@cascade/contract';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { decisionsByWords, mostWordsOfDecision } from './house/measures.ts';
import { trackedFiles } from './tracked-files.ts';

const tracked = trackedFiles();
const documents = tracked.filter((path) => path.endsWith('.md'));

test.each(documents)('%s: every link into the repository has a target', (path) => {
  const text = readText(repositoryRoot, path).replaceAll(/```.*?```/gs, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '');
  const dead = links
    .filter((target) => !/^[a-z]+:/.test(target) && !target.startsWith('#'))
    .map((target) => join(dirname(path), target.split('#', 1)[0] ?? ''))
    .filter((target) => !existsSync(join(repositoryRoot, target)));
  expect(dead).toEqual([]);
});

test.each(documents.filter((path) => path.startsWith('decisions/')))(
  '%s: every path in code style exists',
  (path) => {
    const paths = [...readText(repositoryRoot, path).matchAll(/`((?:[\w.@-]+\/)+[\w.@-]*)`/g)]
      .map(([, found]) => found ?? '')
      .filter((found) => existsSync(join(repositoryRoot, found.split('/', 1)[0] ?? '')));
    expect(paths.filter((found) => !existsSync(join(repositoryRoot, found)))).toEqual([]);
  },
);

test('an engineering decision has two pages at most', () => {
  const sizes = decisionsByWords().filter(({ path }) => path.startsWith('decisions/'));
  expect(sizes.length).toBeGreaterThan(20);
  const tooLong = sizes.filter(({ words }) => words > mostWordsOfDecision).map(({ path }) => path);
  expect(tooLong).toEqual([]);
});

/** Without applied migrations, whose text has a checksum in every database. */
const programs = tracked.filter(
  (path) =>
    /\.(?:[cm]?[jt]s|sql|py|ya?ml)$/.test(path) &&
    !/(?:^|\/)generated\/|^spec\/baseline\/|\/migrations\/\d/.test(path),
);

test('every file that a comment of code names exists', () => {
  const unknown = programs.flatMap((path) =>
    commentsOf(path, readText(repositoryRoot, path)).flatMap(({ text, line }) =>
      filesNamedIn(text)
        .filter((name) => !isKnown(name))
        .map((name) => `${path}:${line}: no file is called ${name}`),
    ),
  );
  expect(unknown).toEqual([]);
});

test.each([
  ['// as in store/prepared.ts', ['store/prepared.ts']],
  ['/** See `migrate.ts`, and decisions/shards.md. */', ['migrate.ts', 'decisions/shards.md']],
  ['/* node ../../tools/trials/src/pack/cli.ts */', ['tools/trials/src/pack/cli.ts']],
  ['// `a.ts → b.ts`, express.json and https://example.com/a/index.ts', []],
  ['const a = 1; // as in due/poll.ts', ['due/poll.ts']],
  [`const name = 'gone.ts';`, []],
])('the comment %s names %j', (text, names) => {
  expect(commentsOf('x.ts', text).flatMap((comment) => filesNamedIn(comment.text))).toEqual(names);
});

interface Comment {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

function commentsOf(path: string, text: string): readonly Comment[] {
  if (!/\.[cm]?[jt]s$/.test(path)) return lineComments(text);
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found = new Map<number, Comment>();
  const visit = (node: ts.Node) => {
    const before = ts.getLeadingCommentRanges(text, node.pos) ?? [];
    const behind = ts.getTrailingCommentRanges(text, node.end) ?? [];
    for (const { pos, end } of before.concat(behind)) {
      const { line } = source.getLineAndCharacterOfPosition(pos);
      found.set(pos, { text: text.slice(pos, end), line: line + 1 });
    }
    node.getChildren(source).forEach(visit);
  };
  visit(source);
  return [...found.values()];
}

/** Of SQL, Python and YAML. */
function lineComments(text: string): readonly Comment[] {
  const lines = text.split('\n').map((line, index) => ({ text: line, line: index + 1 }));
  return lines.filter((line) => /^\s*(?:--|#)/.test(line.text));
}

/**
 * A name of one letter stands for any file; files below `generated` and `node_modules` need not be in the
 * repository.
 */
function filesNamedIn(comment: string): readonly string[] {
  const names = [...comment.matchAll(fileName)].map(([, name]) => name ?? '');
  return names.filter((name) => !/(?:^|\/)(?:generated|node_modules)\//.test(name));
}

const fileName = new RegExp(
  [
    /(?<![\w/.@:-])(?:\.{1,2}\/)*/,
    /((?:[\w@-][\w.@-]*\/)+[\w.@-]+\.(?:[jt]s|sql|py|md|ya?ml)|[\w-]{2,}\.(?:ts|sql|md))/,
    /(?![\w-])/,
  ]
    .map(({ source }) => source)
    .join(''),
  'g',
);

function isKnown(name: string): boolean {
  return tracked.some((path) => path === name || path.endsWith(`/${name}`));
}

test('the README is short and runs something early', () => {
  const lines = readText(repositoryRoot, 'README.md').split('\n');
  expect(lines.length).toBeLessThanOrEqual(100);
  expect(lines.findIndex((line) => line.startsWith('```')) + 1).toBeLessThan(25);
});

test('the usual documents of a project exist', () => {
  const expected = [
    'LICENSE',
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'GLOSSARY.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'RELEASING.md',
    '.editorconfig',
  ];
  expect(expected.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
});
