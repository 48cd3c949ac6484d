import { randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { removeOtherVersions } from './binaries.ts';
import { isAlive } from './data-folder.ts';
import { EmbeddedPostgresError, failure } from './errors.ts';
import { lock, superuser, writeAccess } from './make-cluster.ts';
import type { Installation } from './programs.ts';
import {
  describeError,
  type Log,
  removeStaleLocks,
  type ServerProcess,
  type Settings,
  serverArguments,
  startServerProcess,
} from './server-process.ts';
import { connectionStringOf, makeSocketFolder } from './socket-folder.ts';

/** Where the server is, and how to start it. */
export interface ServerPlace {
  readonly installation: Installation;
  readonly sockets: string;
  readonly settings: Settings;
  readonly log: Log;
}

/** Recovery after a crash may read a lot of log. */
const patience = { atWork: 600_000, held: 60_000 } as const; // 10 minutes, 1 minute

/**
 * Joins the server of the data folder, and starts it if it does not run. Several processes may do so at once:
 * PostgreSQL lets one server in, and all of them join it.
 * @throws {EmbeddedPostgresError} if it cannot be started.
 */
export async function joinServer(place: ServerPlace): Promise<Client> {
  const begin = Date.now();
  let pause = 10;
  let own: ServerProcess | undefined;
  for (;;) {
    const attempt = await tryToJoin(place.sockets);
    if (typeof attempt === 'object') return attempt;
    const waited = Date.now() - begin;
    if (waited > patience.atWork) throw new EmbeddedPostgresError(tooSlow(place));
    if (attempt === 'absent') own = await seeToStart(place, own, waited);
    await setTimeout(pause);
    // Each attempt during a long recovery is a line in the log.
    pause = Math.min(pause * 1.5, 250);
  }
}

/** The server that we have started, or a new one if there is none or it came to nothing. */
async function seeToStart(
  place: ServerPlace,
  own: ServerProcess | undefined,
  waited: number,
): Promise<ServerProcess> {
  if (own === undefined) {
    const { major, folder } = place.installation;
    place.log.info({}, `starting PostgreSQL ${major} in ${folder.path}`);
    return start(place);
  }
  const lastWords = await own.ended();
  if (lastWords === undefined) return own;
  await checkFailure(place, lastWords, waited);
  return start(place);
}

async function start({ installation, sockets, settings }: ServerPlace): Promise<ServerProcess> {
  await removeOtherVersions(installation);
  await makeSocketFolder(sockets, installation.user);
  await writeAccess(installation.folder);
  return startServerProcess(installation, serverArguments(installation.folder, sockets, settings));
}

/** Returns if it is worth another try: the server lost a race, or what it ran into will pass. */
async function checkFailure(place: ServerPlace, lastWords: string, waited: number): Promise<void> {
  const { folder } = place.installation;
  const isHeld = /lock file ".+" already exists|pre-existing shared memory block/.test(lastWords);
  if (isHeld && waited < patience.held) {
    await removeStaleLocks(folder.cluster, place.sockets);
    await setTimeout(100);
    return;
  }
  const what = `PostgreSQL did not start in ${folder.path}.`;
  throw failure(isHeld ? `${what} ${heldByAnother(place)}` : `${what} Its log is ${folder.log}.`, lastWords);
}

function heldByAnother({ sockets }: ServerPlace): string {
  return `Another server holds the data and does not answer in ${sockets}. End it with the signal INT, then start again.`;
}

function tooSlow({ installation }: ServerPlace): string {
  return `PostgreSQL still does not answer. It may be busy with recovery: see ${installation.folder.log}, and start again later.`;
}

/**
 * The connection that marks this process as a user of the server; `busy` while the server starts or stops.
 */
type JoinAttempt = Client | 'absent' | 'busy';

/**
 * Asks the server in that socket folder to take us in. Only a real connection tells whether it is there:
 * after a `kill -9` its files say that it still runs.
 * @throws {EmbeddedPostgresError} if it is there and refuses us.
 */
async function tryToJoin(sockets: string): Promise<JoinAttempt> {
  const client = new Client({
    connectionString: connectionStringOf(sockets, { user: superuser, database: superuser }),
    application_name: 'cascade-member',
    connectionTimeoutMillis: 5_000,
  });
  // Its end is what we watch; an unheard error would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [lock.member]);
    return client;
  } catch (error) {
    await client.end();
    return explain(sockets, error);
  }
}

function explain(sockets: string, error: unknown): 'absent' | 'busy' {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent';
  // 57P01 to 57P03: it shuts down, has crashed, or starts. Without a code: cut off, or out of patience.
  if (['', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'].includes(code)) return 'busy';
  if (code !== '28000') throw error;
  throw new EmbeddedPostgresError(
    `The server in ${sockets} was started by another user and refuses this one. Start as that user, or stop theirs first.`,
    error,
  );
}

const pauseInMilliseconds = 1_000;

/**
 * Stays a member until it leaves: when the connection breaks, it joins again, and so brings back a server
 * that has died. The last to leave learns that it is the last, since the lock of a dead process is gone with
 * its connection, and a process that lives but has lost its connection is enrolled.
 */
export function stayMember(first: Client, enrolment: Enrolment, join: () => Promise<Client>, log: Log) {
  let client: Client | undefined;
  const leaving = new AbortController();
  let rejoining = Promise.resolve();
  watch(first);

  function watch(joined: Client): void {
    client = joined;
    joined.once('end', () => {
      client = undefined;
      if (!leaving.signal.aborted) rejoining = rejoin();
    });
  }

  async function rejoin(): Promise<void> {
    log.warn({}, 'lost the connection to PostgreSQL');
    while (!leaving.signal.aborted && client === undefined) {
      try {
        watch(await join());
        log.info({}, 'PostgreSQL is back');
      } catch (error) {
        log.error({ error: describeError(error) }, 'PostgreSQL cannot be restarted yet; trying again');
        await pause(leaving.signal);
      }
    }
  }

  return {
    /** True if no other process uses the server, so that the caller must stop it. */
    async leave(): Promise<boolean> {
      leaving.abort();
      await rejoining;
      // First: of two processes that leave at once, one must find itself alone.
      await enrolment.end();
      return client !== undefined && isLast(client, enrolment);
    },
  };
}

/** Its timer does not keep the process alive, so `leave` aborts it: the process would exit while it waits. */
async function pause(signal: AbortSignal): Promise<void> {
  await setTimeout(pauseInMilliseconds, undefined, { ref: false, signal }).catch(() => {});
}

/**
 * The process that holds the lock alone keeps others waiting until the server is down; they then start it
 * again. The server needs a moment to notice that a member was killed.
 */
async function isLast(client: Client, enrolment: Enrolment): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [lock.member]);
    await client.query("set lock_timeout = '250ms'");
    await client.query('select pg_advisory_lock($1)', [lock.member]);
    if (!(await enrolment.hasOthers())) return true;
  } catch {
    // Others are there, or one of them was faster and ends the server at this moment.
  }
  await client.end();
  return false;
}

/** This process in the list of those that use a data folder. */
type Enrolment = Awaited<ReturnType<typeof enrol>>;

const memberName = /^member-(\d+)-/;

/**
 * Enters this process into the list, one empty file each. Unlike a lock of the server it is still there while
 * the server is not, so a process does not take itself for the last while another one has not rejoined yet.
 * On a full or read-only disk the list is empty; that alone does not fail the start.
 */
export async function enrol(folder: string) {
  const own = `member-${process.pid}-${randomUUID().slice(0, 8)}`;
  await writeFile(join(folder, own), '').catch(() => {});
  return {
    /** Whether another one of the list lives. */
    async hasOthers(): Promise<boolean> {
      for (const name of await readdir(folder)) {
        const [, pid] = memberName.exec(name) ?? [];
        if (pid === undefined || name === own) continue;
        if (isAlive(Number(pid))) return true;
        await rm(join(folder, name), { force: true }).catch(() => {});
      }
      return false;
    },
    end: () => rm(join(folder, own), { force: true }).catch(() => {}),
  };
}
