import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own for one test, which can be filled up or lose its right to be written to. */
export interface SmallDisk {
  /** On the disk, and not there yet. */
  readonly dataFolder: string;
  /** Leaves no room for another byte. */
  fill(): Promise<void>;
  free(): Promise<void>;
  /** For files that are opened from now on, as after an error of the disk. */
  makeReadOnly(): void;
  makeWritable(): void;
  remove(): Promise<void>;
}

const megabytes = 256;

/** @throws if this user may not mount. */
export function smallDisk(): SmallDisk {
  const place = mkdtempSync(join(tmpdir(), 'cascade-disk-'));
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', place);
  const ballast = join(place, 'ballast');
  let mounts = 1;
  const unmount = (...how: readonly string[]) => {
    run('umount', ...how, place);
    mounts -= 1;
  };
  mkdirSync(join(place, 'data'), { mode: 0o755 });
  return {
    dataFolder: join(place, 'data'),
    fill: () => fill(ballast),
    free: () => rm(ballast),
    makeReadOnly() {
      // Over itself: what has its files open keeps them, and who comes by the path finds them read-only.
      run('mount', '--bind', place, place);
      mounts += 1;
      run('mount', '-o', 'remount,bind,ro', place);
    },
    makeWritable: () => unmount(),
    async remove() {
      while (mounts > 0) unmount('-l');
      await rmdir(place);
    },
  };
}

/** Whether this user may mount, as root may unless the container forbids it. */
export const mayMount: boolean = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    void smallDisk().remove();
    return true;
  } catch {
    return false;
  }
})();

/** In ever smaller pieces, until not even one byte fits. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (let piece = 2 ** 20; piece >= 1; ) {
      const isWritten = await file
        .write(Buffer.alloc(piece, 1))
        .then(({ bytesWritten }) => bytesWritten === piece, isFull);
      if (!isWritten) piece = piece === 1 ? 0 : Math.ceil(piece / 16);
    }
  } finally {
    await file.close();
  }
}

function isFull(error: unknown): boolean {
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
  throw error;
}

function run(program: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`);
}
