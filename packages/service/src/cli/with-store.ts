import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import { setupPatience } from '../store/create-pool.ts';
import { migrate } from '../store/migrate.ts';
import { openStore } from '../store/open-store.ts';
import { StoreError } from '../store/store-error.ts';
import { type DatabaseOptions, databaseOf } from './database-of.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs the work on the database of the command line. Creates and migrates it if needed, with progress on standard
 * error.
 */
export function withMigratedStore<Result>(
  options: DatabaseOptions,
  terminal: Terminal,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  return open(options, terminal, async (pool) => {
    await migrate(pool, { neededOnly: true, onProgress: (text) => terminal.err(`${text}\n`) });
    return work(pool);
  });
}

/**
 * Runs the work on an existing database without migrating it: an older service may still use it.
 * @throws {StoreError} if the database has no tables yet.
 */
export function withStore<Result>(
  options: DatabaseOptions,
  terminal: Terminal,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  return open(options, terminal, async (pool) => {
    const { rows } = await pool.query(`select to_regclass('cascade.accounts') is null as "isEmpty"`);
    if (rows[0]?.isEmpty)
      throw new StoreError(
        'The database is empty. Create its tables and accounts first: cascade-service apply accounts.yaml',
      );
    return work(pool);
  });
}

async function open<Result>(
  options: DatabaseOptions,
  terminal: Terminal,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const store = await openStore({
    ...databaseOf(options, terminal),
    poolSize: 2,
    patience: setupPatience,
    applicationName: 'cascade-service cli',
    log: asLines(terminal.err),
  });
  try {
    return await work(store.pool);
  } finally {
    await store.close();
  }
}

/** Prints the log of the store on the terminal. */
function asLines(write: (text: string) => void): Log {
  const line = (fields: object, message: string) => {
    const { error } = fields as { error?: { message: string } };
    write(error === undefined ? `${message}\n` : `${message}: ${error.message}\n`);
  };
  return { info: line, warn: line, error: line };
}
