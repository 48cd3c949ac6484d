import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { readText, repositoryRoot } from '@cascade/contract';
import { afterAll, expect, test } from 'vitest';
import { runProgram } from '../test-kit/index.ts';
import { trackedFiles } from './tracked-files.ts';

type Scripts = Readonly<Record<string, string>>;
const { scripts }: { readonly scripts: Scripts } = JSON.parse(readText(repositoryRoot, 'package.json'));

const copy = mkdtempSync(join(tmpdir(), 'cascade-not-installed-'));
afterAll(() => rmSync(copy, { recursive: true }));
for (const path of trackedFiles()) cpSync(join(repositoryRoot, path), join(copy, path));

/**
 * As in a fresh checkout: without the programs of this one, and without npm's settings of the run that tests.
 */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE_OPTIONS$|PATH$)/i.test(name)),
);
environment.PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);
// A script that forgets to ask must neither fetch nor publish anything.
environment.npm_config_registry = 'http://127.0.0.1:9';

/** Whether a script begins with an install, or leaves all to a script that does. */
function installs(name: string): boolean {
  const first = scripts[`pre${name}`] ?? scripts[name] ?? '';
  if (/^(?:npx -y )?pnpm(?:@\S+)? install /.test(first)) return true;
  const next = /^(?:npx -y )?pnpm(?:@\S+)? (?:--\S+ )*run (\S+)$/.exec(first)?.[1];
  return next !== undefined && installs(next);
}

test('the root has at most 18 scripts: what one package alone does is a script of that package', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(18);
});

test('start, test and tarballs install what they need', () => {
  expect(['start', 'test', 'tarballs'].filter((name) => !installs(name))).toEqual([]);
});

test.for(Object.keys(scripts).filter((name) => !installs(name)))(
  'where nothing is installed, npm run %s says what to run in one sentence',
  async (name) => {
    const { code, out, err } = await runProgram('npm', ['run', '--silent', name], { cwd: copy, environment });
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: 'Nothing is installed here. Run `npx -y pnpm@12.21.0 install --frozen-lockfile`, then this again.\n',
    });
  },
);
