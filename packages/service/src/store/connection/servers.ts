import { Client } from 'pg';

/** The servers of a database, of which one takes writes. */
export interface Servers {
  /** The address of the server that takes writes. @throws if none does. */
  find(): Promise<{ readonly host: string; readonly port: number }>;
  /** To be called when that server failed: the next connection asks all of them again. */
  forget(): void;
}

/** None of the servers takes writes. Has the SQLSTATE of a read-only database: it may be another one's turn soon. */
class NoWritableServerError extends Error {
  readonly code = '25006';

  constructor(reasons: readonly string[]) {
    super(`no server of the database takes writes (${reasons.join('; ')})`);
    this.name = 'NoWritableServerError';
  }
}

const connectTimeoutMs = 2_000;
const answerTimeoutMs = 1_000;

/**
 * Splits a URL with several hosts, as libpq reads it (`postgresql://user@one:5432,two/database`), into one for each; a
 * URL with one host is returned alone.
 */
export function urlsOf(databaseUrl: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(databaseUrl) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [databaseUrl];
}

/** Asks all servers at once; the first that takes writes is used until it fails. */
export function createServers(urls: readonly string[]): Servers {
  let found: ReturnType<Servers['find']> | undefined;

  async function ask() {
    const outcomes = urls.map(async (connectionString) => addressOfWritable(connectionString));
    return Promise.any(outcomes).catch((error: unknown) => {
      found = undefined;
      const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
      throw new NoWritableServerError(
        errors.map((one) => (one instanceof Error ? one.message : String(one))),
      );
    });
  }

  return {
    find() {
      found ??= ask();
      return found;
    },
    forget() {
      found = undefined;
    },
  };
}

async function addressOfWritable(connectionString: string) {
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
    return { host, port };
  } finally {
    client.connection.stream.destroy();
  }
}

const isReadOnlySql = `
select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly"`;
