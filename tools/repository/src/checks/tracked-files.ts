import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@cascade/contract';

/** Whether this is a git checkout and git is installed. */
export const hasGit = existsSync(join(repositoryRoot, '.git')) && canRunGit();

/** What git prints for a command at the root of the repository. */
export function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' });
}

/** Paths of all files that git tracks or would track; of an unpacked archive, all that tools did not make. */
export function trackedFiles(): readonly string[] {
  if (!hasGit) return unpackedFiles();
  const paths = git('ls-files', '--cached', '--others', '--exclude-standard', '-z').split('\0');
  return paths.filter((path) => path !== '' && existsSync(join(repositoryRoot, path)));
}

function unpackedFiles(): string[] {
  const made = ['**/node_modules', '**/dist', '**/reports', '**/.turbo', '.git'];
  const entries = globSync(['**/*', '.*', '.ci/*'], {
    cwd: repositoryRoot,
    exclude: made,
    withFileTypes: true,
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(repositoryRoot.length + 1));
}

function canRunGit(): boolean {
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
