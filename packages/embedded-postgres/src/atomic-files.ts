import { mkdtemp, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What a folder is called until it is finished, after the process that makes it. */
export const temporaryName = /^tmp-(\d+)-/;

/**
 * Makes a folder that is there as a whole or not at all, whenever the process or the machine stops. If another
 * process was first, its folder stays.
 */
export async function makeFolderAtomically(
  place: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const temporary = await mkdtemp(join(dirname(place), `tmp-${process.pid}-`));
  try {
    await fill(temporary);
    await rename(temporary, place).catch((error: unknown) => {
      if (!isTaken(error)) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  await syncFolder(dirname(place));
}

/** Writes a file that all may read, as a whole or not at all; a link in its place is replaced, not followed. */
export async function writeFileAtomically(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}`;
  await rm(temporary, { force: true });
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.chmod(0o644);
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Makes a rename survive a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST');
}
