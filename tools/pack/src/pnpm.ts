import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { repositoryRoot } from './published.ts';
import { mustRun, type RunOptions } from './run.ts';

/** Runs pnpm: the pnpm that started this process, else through `npx`, which asks the registry first. */
export function pnpm(args: readonly string[], options: RunOptions): Promise<string> {
  const { npm_execpath: runner = '' } = process.env;
  if (/^pnpm(?:\.exe)?$/.test(basename(runner))) return mustRun(runner, args, options);
  const { packageManager } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
  return mustRun('npx', ['-y', packageManager, ...args], options);
}
