import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Does the work with the files of a revision in a folder of their own, which is removed afterwards.
 * @throws {Error} that names the revision if git does not know it.
 */
export async function atRevision<T>(
  root: string,
  revision: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'cascade-revision-'));
  execFileSync('tar', ['-x', '-C', folder.path], { input: archiveOf(root, revision) });
  return await work(folder.path);
}

function archiveOf(root: string, revision: string): Buffer {
  try {
    return execFileSync('git', ['-C', root, 'archive', '--end-of-options', revision], {
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new Error(`git cannot read the revision ${revision}: ${said}`);
  }
}
