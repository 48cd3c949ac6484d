import type { StoreOptions } from '../store/open-store.ts';
import { UsageError } from './options.ts';
import type { Terminal } from './terminal.ts';

/** The database options of the command line. */
export interface DatabaseOptions {
  readonly databaseUrl?: string | undefined;
  readonly data?: string | undefined;
}

/**
 * The database that a command works on: `--data` wins over `DATABASE_URL` in the environment.
 * @throws {UsageError} if both options are given, or if the URL is none of PostgreSQL. The URL is not shown:
 * it may have a password.
 */
export function databaseOf(
  { databaseUrl: url, data: dataFolder }: DatabaseOptions,
  { environment }: Pick<Terminal, 'environment'>,
): Pick<StoreOptions, 'databaseUrl' | 'dataFolder'> {
  if (url !== undefined && dataFolder !== undefined)
    throw new UsageError('--database-url and --data exclude each other.');
  if (dataFolder !== undefined) return { dataFolder };
  const databaseUrl = url ?? environment.DATABASE_URL ?? '';
  // The driver takes any other text for the name of a database on a host called "base".
  if (!/^(?:$|postgres(?:ql)?:\/\/|socket:|\/)/.test(databaseUrl))
    throw new UsageError(
      `${url === undefined ? 'The variable DATABASE_URL' : '--database-url'} is not the URL of a PostgreSQL server. Expected postgresql://user:password@host:5432/database, found a text that begins otherwise. Without it the service runs its own PostgreSQL.`,
    );
  return { databaseUrl };
}
