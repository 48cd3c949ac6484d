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

/** The server is a standby. */
export class StandbyError extends Error {
  /** The highest that its data has; NaN if it does not tell. */
  readonly timeline: number;

  constructor(server: string, timeline: number) {
    super(`${server} is a standby`);
    this.name = 'StandbyError';
    this.timeline = timeline;
  }
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
    const { rows } = await client.query<{ isStandby: boolean; isReadOnly: boolean }>(stateSql);
    if (rows[0]?.isStandby === true)
      throw new StandbyError(`${host}:${port}`, await standbyTimelineOf(client));
    if (rows[0]?.isReadOnly !== false) throw new Error(`${host}:${port} is read-only`);
    return { host, port, ...(await historyOf(client)) };
  } finally {
    client.connection.stream.destroy();
  }
}

const stateSql = `
select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

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

async function standbyTimelineOf(client: Client): Promise<number> {
  try {
    const { rows } = await client.query<{ timeline: number }>(standbyTimelineSql);
    return rows[0]?.timeline ?? Number.NaN;
  } catch (error) {
    if (error instanceof DatabaseError) return Number.NaN;
    throw error;
  }
}

/** Of a server that was promoted, the second is the higher one until its first checkpoint. */
const standbyTimelineSql = `
select greatest(
  (select timeline_id from pg_control_checkpoint()),
  (select min_recovery_end_timeline from pg_control_recovery())) as timeline`;

const unknownHistory: History = { cluster: '', timeline: 0 };

/** The name of a log file begins with its timeline. The control file names it only after a checkpoint. */
const historySql = `
select
  (select system_identifier::text from pg_control_system()) as cluster,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline`;
