import { existsSync } from 'node:fs';
import { lchown, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from './advice.ts';
import { makeFolderAtomically } from './atomic-files.ts';
import type { DataFolder } from './data-folder.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { runProgram } from './run-program.ts';
import { checkOwner, type ServerUser } from './server-user.ts';

/** Role that owns the cluster; callers connect as another one. */
export const superuser = 'postgres';

/**
 * UTF-8, sorted by code point with PostgreSQL's own rules: an update of the system's locales cannot corrupt an
 * index. The rules of access come with each start, so these only hold for who starts the cluster by hand.
 */
const initdbArguments = [
  `--username=${superuser}`,
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth-local=peer',
  '--auth-host=reject',
  '--no-instructions',
];

/** What it takes to run a server on a data folder. */
export interface Installation {
  readonly folder: DataFolder;
  /** PostgreSQL's programs, inside the data folder. */
  readonly binaries: string;
  readonly major: string;
  readonly user: ServerUser | undefined;
}

/**
 * Makes the cluster unless there is one: whole or not at all, whenever the process or the machine stops.
 * @throws {EmbeddedPostgresError} if this server cannot open the existing cluster.
 */
export async function makeCluster(installation: Installation): Promise<void> {
  const { folder, user } = installation;
  if (!existsSync(folder.cluster)) await initialise(installation);
  await checkOwner(folder, user);
  await checkVersion(installation);
}

async function initialise({ folder, binaries, user }: Installation): Promise<void> {
  const program = join(binaries, 'bin', 'initdb');
  await makeFolderAtomically(folder.cluster, async (temporary) => {
    if (user !== undefined) await lchown(temporary, user.uid, user.gid);
    const { succeeded, output } = await runProgram(program, ['-D', temporary, ...initdbArguments], user);
    if (!succeeded) throw failure(`The database could not be made in ${folder.path}.`, output);
  });
}

async function checkVersion({ folder, major }: Installation): Promise<void> {
  const version = await readFile(join(folder.cluster, 'PG_VERSION'), 'utf8').catch(() => '');
  if (version.trim() === major) return;
  throw new EmbeddedPostgresError(
    version === ''
      ? `${folder.cluster} holds no PostgreSQL database. Restore it, or move it away to start with an empty one.`
      : `${folder.cluster} was made by PostgreSQL ${version.trim()}, and this one is ${major}. Dump it with the version that made it, and restore the dump here.`,
  );
}
