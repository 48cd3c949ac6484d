import { existsSync } from 'node:fs';
import { lchown, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, escapeIdentifier } from 'pg';
import { type DataFolder, makeFolderAtomically, writeFileAtomically } from './data-folder.ts';
import { EmbeddedPostgresError, failure } from './errors.ts';
import { checkOwner, type Installation, ownName, runProgram } from './programs.ts';
import type { ConnectionTarget } from './socket-folder.ts';

/** Role that owns the cluster; callers connect as another one. */
export const superuser = 'postgres';

/**
 * UTF-8, sorted by code point with PostgreSQL's own rules: an update of the system's locales cannot corrupt
 * an index. The rules of access come with each start, so these only hold for who starts the cluster by hand.
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

/**
 * Writes who may connect: the user of this process and root, and only through the socket. There is no
 * password to keep or to leak: PostgreSQL asks the kernel who is at the other end (`peer`). The folder of the
 * socket is closed to others besides, a second lock that does not depend on the first.
 */
export async function writeAccess(folder: DataFolder): Promise<void> {
  await writeFileAtomically(folder.hbaFile, 'local all all peer map=cascade\n');
  const names = new Set(['root', ownName()]);
  const lines = [...names].map((name) => `cascade "${name.replaceAll('"', '""')}" all\n`);
  await writeFileAtomically(folder.identFile, lines.join(''));
}

/** Creates the role and its database unless they exist. */
export async function makeDatabase(client: Client, { user, database }: ConnectionTarget): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [lock.database]);
  try {
    await makeRole(client, user);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await createDatabase(client, database, user);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock.database]);
  }
}

/** Creates a database that `owner` owns, empty or as a copy of `template`. */
export async function createDatabase(
  client: Client,
  name: string,
  owner: string,
  template = 'template1',
): Promise<void> {
  const [database, role, source] = [name, owner, template].map(escapeIdentifier);
  await client.query(`create database ${database} owner ${role} template ${source}`);
}

async function makeRole(client: Client, user: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [user]);
  if (rowCount !== 0) return;
  const role = escapeIdentifier(user);
  await client.query(`create role ${role} login`);
  // The client gets its errors itself. Their text may hold private data, which does not belong in the log.
  await client.query(`alter role ${role} set log_min_messages = 'log'`);
}

/** Advisory locks in the database of the superuser, which has no other use. */
export const lock = {
  /** Held shared by every process that uses the server; PostgreSQL releases it when the process dies. */
  member: 1,
  /** Held while the role and its database are created. */
  database: 2,
} as const;
