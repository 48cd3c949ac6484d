import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { git, hasGit, trackedFiles } from './tracked-files.ts';

const generated = trackedFiles().filter((path) => path.includes('/generated/'));

test.skipIf(!hasGit)('every pattern in .gitattributes that marks generated files matches something', () => {
  const patterns = readText(repositoryRoot, '.gitattributes')
    .split('\n')
    .filter((line) => line.includes('linguist-generated'))
    .map((line) => line.split(' ', 1)[0] ?? '');
  expect(patterns.length).toBeGreaterThan(0);
  for (const pattern of patterns) {
    const matching = git('ls-files', '--cached', '--others', '--exclude-standard', `:(glob)${pattern}`);
    expect(matching, pattern).not.toBe('');
  }
});

test.skipIf(!hasGit)('git sees every generated file as generated', () => {
  const report = git('check-attr', 'linguist-generated', '--', ...generated);
  const marked = report.split('\n').filter((line) => line.endsWith(': set'));
  expect(marked).toHaveLength(generated.length);
});

/** Without comments: JSON, Bruno's files, and llms.txt, which must begin with its title (llmstxt.org). */
const withoutComments = /\.(json|bru)$|\/llms\.txt$/;

test('every generated file whose format has comments says in its first line how to refresh it', () => {
  const silent = generated
    .filter((path) => !withoutComments.test(path))
    .filter(
      (path) =>
        !readFileSync(join(repositoryRoot, path), 'utf8').split('\n', 1)[0]?.includes('npm run generate'),
    );
  expect(silent).toEqual([]);
});
