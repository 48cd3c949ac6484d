import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { describeError, type Log, silent } from '../../log.ts';
import { listenOn } from '../../store/connection/listen.ts';
import { changeChannel } from '../announce-change.ts';
import type { Account } from './account.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import { loadAccounts } from './load-accounts.ts';

export interface AccountDirectoryOptions {
  readonly pool: Pool;
  readonly log?: Log;
  /** The clock by which keys expire. */
  readonly now?: () => Date;
}

/** All accounts in memory, so that a lookup costs no query. */
export interface AccountDirectory {
  /** Resolves after the first successful load; until then the load is retried. */
  ready(): Promise<void>;
  /** The account of an API key (§5); undefined if the key is unknown or expired. */
  findByKey(key: string): Account | undefined;
  /** Call it before the pool ends. */
  close(): Promise<void>;
}

const pauseInMilliseconds = { afterLoad: 30_000, afterFailure: 1_000 } as const;

/**
 * Loads the accounts, and reloads them on each notification. Notifications can get lost, for instance behind
 * PgBouncer, so it also reloads every 30 seconds. While the database is unavailable, the last load stays in force.
 */
export function createAccountDirectory(options: AccountDirectoryOptions): AccountDirectory {
  const { pool, log = silent, now = () => new Date() } = options;
  const firstLoad = Promise.withResolvers<void>();
  const closing = new AbortController();
  let keyring: Keyring = createKeyring([]);
  let bell = Promise.withResolvers<void>();

  async function load(): Promise<number> {
    try {
      keyring = createKeyring(await loadAccounts(pool));
      firstLoad.resolve();
      return pauseInMilliseconds.afterLoad;
    } catch (error) {
      log.error({ error: describeError(error) }, 'the accounts cannot be read');
      return pauseInMilliseconds.afterFailure;
    }
  }

  async function keepLoading(): Promise<void> {
    while (!closing.signal.aborted) {
      // Reset before the load: a change during the load triggers another one.
      bell = Promise.withResolvers();
      await pause(await load(), bell.promise);
    }
  }

  const ring = () => bell.resolve();
  const listener = listenOn({ pool, log, channel: changeChannel, onNotification: ring, onConnected: ring });
  const loading = keepLoading();
  return {
    ready: () => firstLoad.promise,
    findByKey: (key) => keyring(key, now()),
    async close() {
      closing.abort();
      bell.resolve();
      await Promise.all([listener.close(), loading]);
    },
  };
}

/** Waits for the time-out or the bell, whichever comes first. */
async function pause(milliseconds: number, bell: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const { signal } = timer;
  await Promise.race([bell, setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => {})]);
  timer.abort();
}
