import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
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
  const folder = mkdtempSync(join(tmpdir(), 'cascade-revision-'));
  try {
    execFileSync('tar', ['-x', '-C', folder], { input: archiveOf(root, revision) });
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
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
