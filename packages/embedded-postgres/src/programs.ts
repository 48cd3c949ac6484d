import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import type { DataFolder } from './data-folder.ts';
import { EmbeddedPostgresError } from './errors.ts';

/** What it takes to run a server on a data folder. */
export interface Installation {
  readonly folder: DataFolder;
  /** PostgreSQL's programs, inside the data folder. */
  readonly binaries: string;
  readonly major: string;
  readonly user: ServerUser | undefined;
}

/**
 * How each of PostgreSQL's programs is started: as that user, and blind to the settings of a libpq client.
 */
export function spawnOptions(user: ServerUser | undefined): SpawnOptions {
  // The current folder may be closed to the other user. English output, since we read it.
  return { ...user, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
}

/** Runs a program to its end and answers what it said, on either stream. */
export async function runProgram(
  program: string,
  args: readonly string[],
  user: ServerUser | undefined,
): Promise<{ readonly succeeded: boolean; readonly output: string }> {
  const child = spawn(program, args, { ...spawnOptions(user), stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  const [exitCode] = await once(child, 'close').catch((error: unknown) => {
    throw explainSpawn(program, user, error);
  });
  return { succeeded: exitCode === 0, output: Buffer.concat(output).toString().trim() };
}

/** Why one of PostgreSQL's programs could not even be started. */
export function explainSpawn(program: string, user: ServerUser | undefined, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' && existsSync(program)) return noLoader(program, error);
  if (code !== 'EACCES') return error;
  const who = user?.uid ?? process.getuid?.();
  return new EmbeddedPostgresError(
    `The user id ${who} may not run ${program}. Choose a data folder that it can reach, such as /var/lib/cascade, on a disk that is not mounted noexec.`,
    error,
  );
}

/** Another user than the one of this process, to run the server. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user who runs the server. PostgreSQL refuses root, so root takes the owner of the cluster or of the
 * data folder, or else the unprivileged user; `chown` decides. Any other user runs the server itself:
 * `undefined`.
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

/** The system has another C library than the programs were built for; the loader is what `spawn` misses. */
function noLoader(program: string, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `${program} cannot run here: it was built for glibc, and this system has another C library (Alpine?). Use another PostgreSQL server instead.`,
    cause,
  );
}
