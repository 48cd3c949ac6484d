import { Client } from 'pg';
import { connectionStringOf } from './connection-string.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { superuser } from './make-cluster.ts';

/** Advisory locks in the database of the superuser, which has no other use. */
export const lock = {
  /** Held shared by every process that uses the server; PostgreSQL releases it when the process dies. */
  member: 1,
  /** Held while the role and its database are created. */
  database: 2,
} as const;

/** The connection that marks this process as a user of the server; `busy` while the server starts or stops. */
export type JoinAttempt = Client | 'absent' | 'busy';

/**
 * Asks the server in that socket folder to take us in. Only a real connection tells whether it is there: after a
 * `kill -9` its files say that it still runs.
 * @throws {EmbeddedPostgresError} if it is there and refuses us.
 */
export async function tryToJoin(sockets: string): Promise<JoinAttempt> {
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
