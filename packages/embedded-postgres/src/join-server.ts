import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import { writeAccess } from './access.ts';
import { failure } from './advice.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { removeOtherVersions } from './install-binaries.ts';
import type { Log } from './log.ts';
import type { Installation } from './make-cluster.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { type Settings, serverArguments } from './settings.ts';
import { makeSocketFolder } from './socket-folder.ts';
import { removeStaleLocks } from './stale-locks.ts';
import { tryToJoin } from './try-to-join.ts';

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
 * Joins the server of the data folder, and starts it if it does not run. Several processes may do so at once: PostgreSQL
 * lets one server in, and all of them join it.
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
