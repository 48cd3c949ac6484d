import { createHash } from 'node:crypto';
import { lchown, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import type { ServerUser } from './programs.ts';

/** PostgreSQL puts it into the name of the socket file; nothing listens on TCP. */
export const port = 5432;

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, one of them a zero. */
const longestSocketPath = 103;

/**
 * Where the server of a data folder has its socket: inside, or under `/tmp` if the path would be too long for
 * one. Always the same place, so that a later process finds a server that still runs.
 */
export function socketFolderOf(dataFolder: string, user: ServerUser | undefined): string {
  const inside = join(dataFolder, 'sockets');
  if (Buffer.byteLength(join(inside, `.s.PGSQL.${port}`)) <= longestSocketPath) return inside;
  const hash = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  return `/tmp/cascade-${user?.uid ?? process.getuid?.()}-${hash}`;
}

/**
 * Makes the socket folder, for the user of the server alone.
 * @throws {EmbeddedPostgresError} if another user could have a socket in it.
 */
export async function makeSocketFolder(path: string, user: ServerUser | undefined): Promise<void> {
  const made = await mkdir(path, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  if (made && user !== undefined) await lchown(path, user.uid, user.gid);
  const found = await lstat(path);
  const owner = user?.uid ?? process.getuid?.();
  if (found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0) return;
  throw new EmbeddedPostgresError(
    `${path} is not a folder of the user id ${owner} alone, so a stranger could listen there. Remove it.`,
  );
}

/** Whom to connect as, and to which database. */
export interface ConnectionTarget {
  readonly user: string;
  readonly database: string;
}

/** Connection URI as libpq reads it, too; no `PG…` variable of the environment changes where it leads. */
export function connectionStringOf(sockets: string, { user, database }: ConnectionTarget): string {
  const host = encodeURIComponent(sockets);
  // The host before the path is for parsers that want one; the parameter overrules it.
  return `postgresql://${user}@localhost/${database}?host=${host}&port=${port}&sslmode=disable`;
}

/** The same server, as another user or to another database. */
export function retarget(connectionString: string, { user, database }: ConnectionTarget): string {
  const uri = new URL(connectionString);
  uri.username = user;
  uri.pathname = database;
  return uri.href;
}
