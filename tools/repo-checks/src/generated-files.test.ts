import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

const generated = trackedFiles().filter((path) => path.includes('/generated/'));

test('every pattern in .gitattributes that marks generated files matches something', () => {
  const patterns = readText(repositoryRoot, '.gitattributes')
    .split('\n')
    .filter((line) => line.includes('linguist-generated'))
    .map((line) => line.split(' ', 1)[0] ?? '');
  expect(patterns.length).toBeGreaterThan(0);
  for (const pattern of patterns) {
    const matching = execFileSync(
      'git',
      ['ls-files', '--cached', '--others', '--exclude-standard', `:(glob)${pattern}`],
      {
        cwd: repositoryRoot,
        encoding: 'utf8',
      },
    );
    expect(matching, pattern).not.toBe('');
  }
});

test('git sees every generated file as generated', () => {
  const report = execFileSync('git', ['check-attr', 'linguist-generated', '--', ...generated], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  });
  const marked = report.split('\n').filter((line) => line.endsWith(': set'));
  expect(marked).toHaveLength(generated.length);
});

test('every generated file whose format has comments says in its first line how to refresh it', () => {
  const silent = generated
    .filter((path) => !path.endsWith('.json'))
    .filter(
      (path) =>
        !readFileSync(join(repositoryRoot, path), 'utf8').split('\n', 1)[0]?.includes('npm run generate'),
    );
  expect(silent).toEqual([]);
});
