import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import type { DataFolder } from './data-folder.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** Another user than the one of this process, to run the server. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user who runs the server. PostgreSQL refuses root, so root takes the owner of the cluster or of the data folder,
 * or else the unprivileged user; `chown` decides. Any other user runs the server itself: `undefined`.
 */
export async function chooseServerUser({ path, cluster }: DataFolder): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return (await ordinaryOwner(cluster)) ?? (await ordinaryOwner(path)) ?? (await unprivilegedUser());
}

/** Name of the user of this process, which PostgreSQL wants to know, too. */
export function ownName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The user id ${process.getuid?.()} has no name on this system, and PostgreSQL refuses to run without. Add it to /etc/passwd, or run as another user.`,
      error,
    );
  }
}

/**
 * Refuses a cluster of another user with a better word than PostgreSQL's own.
 * @throws {EmbeddedPostgresError}
 */
export async function checkOwner({ path, cluster }: DataFolder, user: ServerUser | undefined): Promise<void> {
  const { uid } = await stat(cluster);
  const wanted = user?.uid ?? process.getuid?.();
  if (uid === wanted) return;
  throw new EmbeddedPostgresError(
    `${cluster} belongs to the user id ${uid}, and the server would run as ${wanted}. Start as the user who started it before, or change the owner: chown -R ${wanted} ${path}`,
  );
}

async function ordinaryOwner(path: string): Promise<ServerUser | undefined> {
  const owner = await stat(path).catch(() => undefined);
  return owner === undefined || owner.uid === 0 ? undefined : { uid: owner.uid, gid: owner.gid };
}

async function unprivilegedUser(): Promise<ServerUser> {
  const users = await readFile('/etc/passwd', 'utf8');
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? [];
  if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root, and there is no user "nobody" to run it. Start as another user, or give the data folder to one.',
  );
}
