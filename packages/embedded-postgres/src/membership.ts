import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Enrolment } from './enrolment.ts';
import { describeError, type Log } from './log.ts';
import { lock } from './try-to-join.ts';

/** This process as one of the users of a server. */
export interface Membership {
  /** Ends it; true if no other process uses the server, so that the caller must stop it. */
  leave(): Promise<boolean>;
}

const pauseInMilliseconds = 1_000;

/**
 * Stays a member until it leaves: when the connection breaks, it joins again, and so brings back a server that has
 * died. The last to leave learns that it is the last, since the lock of a dead process is gone with its connection,
 * and a process that lives but has lost its connection is enrolled.
 */
export function stayMember(
  first: Client,
  enrolment: Enrolment,
  join: () => Promise<Client>,
  log: Log,
): Membership {
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
    async leave() {
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
 * The process that holds the lock alone keeps others waiting until the server is down; they then start it again. The server
 * needs a moment to notice that a member was killed.
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
