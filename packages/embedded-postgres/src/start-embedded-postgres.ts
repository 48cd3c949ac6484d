import { join } from 'node:path';
import { findBinaries, installBinaries } from './binaries.ts';
import { openDataFolder } from './data-folder.ts';
import { EmbeddedPostgresError, withAdvice } from './errors.ts';
import { makeCluster, makeDatabase } from './make-cluster.ts';
import { enrol, joinServer, type ServerPlace, stayMember } from './membership.ts';
import { chooseServerUser, type Installation, runProgram } from './programs.ts';
import { type Log, type Settings, silent } from './server-process.ts';
import { connectionStringOf, socketFolderOf } from './socket-folder.ts';

export interface EmbeddedPostgresOptions {
  /** Holds the databases, the programs and the log. Created if missing; on a disk of this machine. */
  readonly dataFolder: string;
  /** Role of the connection string; it owns its database and nothing else. `app` if absent. */
  readonly user?: string;
  /** Database of the connection string. `app` if absent. */
  readonly database?: string;
  /** PostgreSQL parameters that replace the defaults; they count if this call starts the server. */
  readonly settings?: Settings;
  readonly log?: Log;
}

/** A running server, until it is stopped. */
export interface EmbeddedPostgres {
  readonly connectionString: string;
  /** Stops the server if no other process uses it. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on a data folder, or joins the server that already runs there. The server survives the
 * death of this process, and is restarted if it dies itself. Processes of one machine may share a data
 * folder: the first starts the server, the last one stops it.
 * @throws {EmbeddedPostgresError} with what the operator can do.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataFolder, user = 'app', database = 'app', settings = {}, log = silent } = options;
  return withAdvice(dataFolder, async () => {
    const { installation, sockets } = await install(dataFolder);
    const place: ServerPlace = { installation, sockets, settings, log };
    const enrolment = await enrol(installation.folder.path);
    const client = await joinServer(place).catch(async (error: unknown) => {
      await enrolment.end();
      throw error;
    });
    const rejoin = () => withAdvice(dataFolder, () => joinServer(place));
    const membership = stayMember(client, enrolment, rejoin, log);
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= membership.leave().then((isLast) => (isLast ? stopServer(installation) : undefined));
      return stopped;
    };
    try {
      await makeDatabase(client, { user, database });
    } catch (error) {
      await stop();
      throw error;
    }
    const connectionString = connectionStringOf(sockets, { user, database });
    return { connectionString, stop };
  });
}

async function install(dataFolder: string): Promise<{ installation: Installation; sockets: string }> {
  const packaged = await findBinaries();
  const folder = await openDataFolder(dataFolder);
  const user = await chooseServerUser(folder);
  const binaries = await installBinaries(folder, packaged);
  const installation: Installation = { folder, binaries, major: packaged.major, user };
  await makeCluster(installation);
  return { installation, sockets: socketFolderOf(folder.path, user) };
}

async function stopServer({ folder, binaries, user }: Installation): Promise<void> {
  const program = join(binaries, 'bin', 'pg_ctl');
  const args = ['stop', '-D', folder.cluster, '-m', 'fast', '-w', '-t', '60', '-s'];
  const { succeeded, output } = await runProgram(program, args, user);
  if (!succeeded) throw new EmbeddedPostgresError(`PostgreSQL in ${folder.path} does not stop.\n${output}`);
}
