import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@cascade/contract';

/** Paths of all files that git tracks or would track, from the root of the repository. */
export function trackedFiles(): readonly string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const output = execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' });
  return output.split('\0').filter((path) => path !== '' && existsSync(join(repositoryRoot, path)));
}
