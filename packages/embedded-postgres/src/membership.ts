import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Enrolment } from './enrolment.ts';
import { describeError, type Log } from './log.ts';
import { lock } from './try-to-join.ts';

/** This process as one of the users of a server. */
export interface Membership {
  /** Gives it up; true if nobody else uses the server, who is then ours to stop. */
  leave(): Promise<boolean>;
}

const pauseInMilliseconds = 1_000;

/**
 * Stays a member until it leaves: when the connection breaks, it joins again, and so brings back a server that has
 * died. The last to leave learns that it is the last, since the lock of a dead process is gone with its connection,
 * and whoever lives but has lost its connection is enrolled.
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
        log.error({ error: describeError(error) }, 'PostgreSQL does not come back');
        await pause(leaving.signal);
      }
    }
  }

  return {
    async leave() {
      leaving.abort();
      await rejoining;
      // First: of two that leave at once, one has to find nobody.
      await enrolment.end();
      return client !== undefined && isLast(client, enrolment);
    },
  };
}

/** Keeps no process alive, so it has to end when somebody waits for it: otherwise that process would end first. */
async function pause(signal: AbortSignal): Promise<void> {
  await setTimeout(pauseInMilliseconds, undefined, { ref: false, signal }).catch(() => {});
}

/**
 * Whoever has the lock alone keeps newcomers waiting until the server is down, and they start it anew. The server
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
