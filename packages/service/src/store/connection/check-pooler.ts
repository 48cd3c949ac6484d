import { Client, DatabaseError } from 'pg';
import { StoreError } from './errors.ts';

/** The most sessions of the server that the check occupies while it looks for that of its statement. */
const mostSessions = 4;

const connectTimeoutMs = 4_000;
const statementTimeoutMs = 2_000;

/**
 * Checks a pooler that gives each transaction another session, such as PgBouncer in transaction mode: it must
 * keep prepared statements apart from sessions. A direct connection is not checked.
 * @throws {StoreError} if a prepared statement is lost between two transactions.
 */
export async function checkPooler(connectionString: string): Promise<void> {
  const open: Client[] = [];
  const connect = async () => {
    const client = new Client({
      connectionString,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: statementTimeoutMs,
    });
    client.on('error', () => {});
    open.push(client);
    await client.connect();
    return client;
  };
  try {
    const first = await connect();
    const session = await sessionOf(first);
    // Only a pooler invents a process of its own.
    if (session === Reflect.get(first, 'processID')) return;
    for (let count = 0; count < mostSessions; count += 1) {
      const other = await connect();
      await other.query('begin');
      // The session is occupied now, so the next transaction of the first client gets another one.
      if ((await sessionOf(other)) === session) break;
    }
    await sessionOf(first);
  } catch (error) {
    if (isStatementLost(error)) throw new StoreError(explanation, error);
    // What else fails is found, and explained, by those who need it.
  } finally {
    await Promise.all(open.map((client) => client.end().catch(() => {})));
  }
}

/** The process of the session, asked by a prepared statement. */
async function sessionOf(client: Client): Promise<number | undefined> {
  const name = 'cascade_pooler';
  const { rows } = await client.query<{ pid: number }>({ name, text: 'select pg_backend_pid() as pid' });
  return rows[0]?.pid;
}

/** SQLSTATEs: the statement is not there, or that of another client is. */
function isStatementLost(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '26000' || error.code === '42P05');
}

const explanation = [
  'DATABASE_URL leads through a pooler that loses prepared statements between transactions,',
  'as PgBouncer does in transaction mode before version 1.21, or with max_prepared_statements = 0.',
  'Use PgBouncer 1.21 or later with max_prepared_statements = 200, its session mode, or the server itself.',
].join(' ');
