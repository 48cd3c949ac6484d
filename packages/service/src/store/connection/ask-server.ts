import { Client, DatabaseError } from 'pg';

/** A server that takes writes. */
export interface WritableServer {
  readonly host: string;
  readonly port: number;
  /** Shared by a primary and its standbys; empty if the server does not tell. */
  readonly cluster: string;
  /** Each promotion begins a higher one: of two primaries of a cluster, the lower was left behind. 0 if not told. */
  readonly timeline: number;
}

const connectTimeoutMs = 2_000;
const answerTimeoutMs = 1_000;

/** @throws if the server does not answer in time, or is read-only. */
export async function askServer(connectionString: string): Promise<WritableServer> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
  });
  client.on('error', () => {});
  const { host, port } = client;
  try {
    await client.connect();
    const { rows } = await client.query<{ isReadOnly: boolean }>(isReadOnlySql);
    if (rows[0]?.isReadOnly !== false) throw new Error(`${host}:${port} is read-only`);
    return { host, port, ...(await historyOf(client)) };
  } finally {
    client.connection.stream.destroy();
  }
}

const isReadOnlySql = `
select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

type History = Pick<WritableServer, 'cluster' | 'timeline'>;

/** A database that only speaks the protocol of PostgreSQL has neither function. */
async function historyOf(client: Client): Promise<History> {
  try {
    const { rows } = await client.query<History>(historySql);
    return rows[0] ?? unknownHistory;
  } catch (error) {
    if (error instanceof DatabaseError) return unknownHistory;
    throw error;
  }
}

const unknownHistory: History = { cluster: '', timeline: 0 };

/** The name of a log file begins with its timeline. The control file names it only after a checkpoint. */
const historySql = `
select
  (select system_identifier::text from pg_control_system()) as cluster,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline`;
