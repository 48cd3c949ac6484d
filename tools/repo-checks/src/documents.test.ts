import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readText, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

const documents = trackedFiles().filter((path) => path.endsWith('.md'));

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
    '.editorconfig',
  ];
  expect(expected.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
});
