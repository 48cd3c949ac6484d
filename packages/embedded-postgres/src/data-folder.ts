import { chmod, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { temporaryName } from './atomic-files.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isAlive } from './is-alive.ts';

/** What lies where in a data folder. All but the cluster and the sockets belongs to the user of this process. */
export interface DataFolder {
  readonly path: string;
  /** The databases; belongs to the user who runs the server. */
  readonly cluster: string;
  /** What the server says. */
  readonly log: string;
  readonly hbaFile: string;
  readonly identFile: string;
}

/**
 * Makes the data folder if there is none, and clears away what interrupted first starts left in it.
 * @throws {EmbeddedPostgresError} if its path has a character that would not survive.
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
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
    cluster: join(path, 'cluster'),
    log: join(path, 'postgres.log'),
    hbaFile: join(path, 'pg_hba.conf'),
    identFile: join(path, 'pg_ident.conf'),
  };
}

/** Root's server runs as another user, who needs access whatever the umask is. Others keep the folder private. */
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
