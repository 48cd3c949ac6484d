import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { describeError, type Log, silent } from '../../log.ts';
import type { Account } from './account.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { loadAccounts } from './load-accounts.ts';

export interface AccountDirectoryOptions {
  readonly pool: Pool;
  readonly log?: Log;
  /** The clock by which keys expire. */
  readonly now?: () => Date;
}

/** All accounts in memory: finding one costs no query. */
export interface AccountDirectory {
  /** Comes back once the accounts are there; as long as they cannot be read, it waits. */
  ready(): Promise<void>;
  /** The account that a key opens (§5); nothing if the key is missing, wrong or expired. */
  findByKey(key: string): Account | undefined;
  /** To be called before the pool ends. */
  close(): Promise<void>;
}

const pauseInMilliseconds = { afterLoad: 30_000, afterFailure: 1_000 } as const;

/**
 * Reads the accounts, and again as soon as a change is announced. Announcements can get lost, behind PgBouncer for
 * instance, so it also looks every 30 seconds. While the database is away, what was read last stays in force.
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
      // Before the load: what changes while it runs makes for another one.
      bell = Promise.withResolvers();
      await pause(await load(), bell.promise);
    }
  }

  const listener = listenForChanges({ pool, log, onChange: () => bell.resolve() });
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

/** Waits that long, or for the bell. */
async function pause(milliseconds: number, bell: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const { signal } = timer;
  await Promise.race([bell, setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => {})]);
  timer.abort();
}
