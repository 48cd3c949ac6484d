import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { port } from './socket-folder.ts';

/**
 * Removes the lock files of a dead server whose process id is still taken: by another program, since ids start
 * over in a container, or by the dead server itself until its parent reads its exit status. PostgreSQL sees only that
 * the id is taken, and does not start. What guards the data then is its shared memory, which a living process
 * of a dead server still holds.
 */
export async function removeStaleLocks(cluster: string, sockets: string): Promise<void> {
  await removeIfStale(join(cluster, 'postmaster.pid'));
  await removeIfStale(join(sockets, `.s.PGSQL.${port}.lock`));
}

async function removeIfStale(lockFile: string): Promise<void> {
  const pid = Number.parseInt(await readFile(lockFile, 'utf8').catch(() => ''), 10);
  // Without /proc, as on macOS, nothing is proven, and the file stays.
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, program, state] = /^\d+ \((.*)\) (\w)/s.exec(status) ?? [];
  if (program === undefined) return;
  if (program !== 'postgres' || state === 'Z') await rm(lockFile, { force: true });
}
