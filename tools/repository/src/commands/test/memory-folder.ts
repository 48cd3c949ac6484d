import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import { join } from 'node:path';

/** The memory that Linux offers as a disk. */
const disk = '/dev/shm';
/** Short, since the path of a socket may have 103 bytes. */
const prefix = 'ct-';
const gigabyte = 2 ** 30;

/** What a run may need for each core: a database takes 0.1 GB. */
const bytesForCore = gigabyte;
/** Of the memory; the rest is for programs. */
const share = 1 / 4;

/** A folder for the temporary files of a run. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/**
 * A folder in memory, since a good part of what tests cost is making and removing small files: each database
 * has thousands. `undefined` where memory is short, or no program could run there: then the run uses the
 * folder that it is given. Folders of runs that were killed are removed.
 */
export function memoryFolder(): TemporaryFolder | undefined {
  if (process.platform !== 'linux' || !isWithPrograms(mounted())) return undefined;
  try {
    removeDead();
    const { bavail, bsize } = statfsSync(disk);
    const needed = bytesForCore * availableParallelism();
    if (Math.min(bavail * bsize, freemem() * share) < needed) return undefined;
    const path = mkdtempSync(join(disk, `${prefix}${process.pid}-`));
    // PostgreSQL may run as another user.
    chmodSync(path, 0o755);
    return { path, remove: () => removeFolder(path) };
  } catch {
    return undefined;
  }
}

const mounted = () => readFileSync('/proc/mounts', 'utf8');
const fieldsOf = (mounts: string) => mounts.split('\n').map((line) => line.split(' '));

/** Whether these mounts have the disk, writable, and with programs: containers often forbid them there. */
export function isWithPrograms(mounts: string): boolean {
  const options = fieldsOf(mounts)
    .findLast(([, place, type]) => place === disk && type === 'tmpfs')?.[3]
    ?.split(',');
  return options?.includes('rw') === true && !options.includes('noexec');
}

function removeDead(): void {
  for (const name of readdirSync(disk)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      removeFolder(join(disk, name));
    } catch {
      // It may belong to another user. This run has a folder of its own.
    }
  }
}

/** With the disks that are mounted in it: a test that was killed left them. */
function removeFolder(folder: string): void {
  for (const [, place = ''] of fieldsOf(mounted()).toReversed())
    if (place.startsWith(`${folder}/`)) spawnSync('umount', ['--lazy', place]);
  rmSync(folder, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
