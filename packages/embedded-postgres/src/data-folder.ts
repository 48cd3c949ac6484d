import { chmod, mkdir, mkdtemp, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';

/**
 * What lies where in a data folder. All but the cluster and the sockets belongs to the user of this process.
 */
export type DataFolder = Awaited<ReturnType<typeof openDataFolder>>;

/**
 * Makes the data folder if there is none, and clears away what interrupted first starts left in it.
 * @throws {EmbeddedPostgresError} if its path has a character that would not survive.
 */
export async function openDataFolder(folder: string) {
  const wanted = resolve(folder);
  // initdb asks a shell to run the server, and puts the path between double quotes as it is.
  if (/["$`\\\p{Cc}]/u.test(wanted))
    throw new EmbeddedPostgresError(
      `The path of the data folder ${wanted} may not hold any of " $ \` \\ or a line break. Choose another one.`,
    );
  const firstMade = await mkdir(wanted, { recursive: true });
  if (firstMade !== undefined) await openWay(firstMade, wanted);
  const path = await realpath(wanted);
  await sweep(path);
  return {
    path,
    /** The databases; belongs to the user who runs the server. */
    cluster: join(path, 'cluster'),
    /** What the server says. */
    log: join(path, 'postgres.log'),
    hbaFile: join(path, 'pg_hba.conf'),
    identFile: join(path, 'pg_ident.conf'),
  };
}

/**
 * Root's server runs as another user, who needs access whatever the umask is. Others keep the folder private.
 */
async function openWay(from: string, to: string): Promise<void> {
  if (process.getuid?.() !== 0) return chmod(to, 0o700);
  for (let folder = to; folder.length >= from.length; folder = dirname(folder)) await chmod(folder, 0o755);
}

async function sweep(path: string): Promise<void> {
  for (const name of await readdir(path)) {
    const [, pid] = temporaryName.exec(name) ?? [];
    // More than once: an initdb without its parent may still be writing there.
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(path, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

/** What a folder is called until it is finished, after the process that makes it. */
const temporaryName = /^tmp-(\d+)-/;

/**
 * Makes a folder that is there as a whole or not at all, whenever the process or the machine stops. If
 * another process was first, its folder stays.
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

/**
 * Writes a file that all may read, as a whole or not at all; a link in its place is replaced, not followed.
 */
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

/** Whether a process with this id runs, of any user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
