import { setTimeout } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { type Log, silent } from '../../log.ts';

/** Where a connection leads. */
export type ServerAddress = Pick<WritableServer, 'host' | 'port'>;

/** The servers of a database, of which one takes writes. */
export interface Servers {
  /** The server that takes writes. @throws if none does. */
  find(): Promise<ServerAddress>;
  /** To be called when that server failed: the next connection asks all of them again. */
  forget(): void;
  /** Whether another server than the one in use takes the writes now. Never rejects. */
  isLeftBehind(): Promise<boolean>;
}

/**
 * None of the servers takes writes. Has the SQLSTATE of a read-only database: it may be another one's turn
 * soon.
 */
class NoWritableServerError extends Error {
  readonly code = '25006';

  constructor(reasons: readonly string[]) {
    super(`no server of the database takes writes (${reasons.join('; ')})`);
    this.name = 'NoWritableServerError';
  }
}

/**
 * Milliseconds that the others may answer later than the first one, once it is known which server was
 * promoted last.
 */
const graceMs = 500;

/**
 * Splits a URL with several hosts, as libpq reads it (`postgresql://user@one:5432,two/database`), into one
 * for each; a URL with one host is returned alone.
 */
export function urlsOf(databaseUrl: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(databaseUrl) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [databaseUrl];
}

/**
 * Asks all servers at once, and uses the writable server until it fails. After a failover the old primary may
 * return and take writes, too: the server that was promoted last is used, and an older primary is refused,
 * as long as any server may have the newer timeline.
 */
export function createServers(
  urls: readonly string[],
  ask: (url: string) => Promise<WritableServer> = askServer,
  log: Log = silent,
): Servers {
  let newest: WritableServer | undefined;

  async function choose(): Promise<WritableServer> {
    const reasons: string[] = [];
    const standbys: StandbyError[] = [];
    const answers = urls.map(async (url) => {
      try {
        return await ask(url);
      } catch (error) {
        if (error instanceof StandbyError) standbys.push(error);
        reasons.push(error instanceof Error ? error.message : String(error));
        throw error;
      }
    });
    const known = newest;
    const writable = await answersOf(answers, known !== undefined);
    const usable = newestOf(writable.filter((server) => known === undefined || !isLeftBehind(server, known)));
    const chosen = usable ?? followedByAll(writable, standbys, urls.length);
    if (chosen !== undefined) {
      if (usable === undefined) log.error({ host: chosen.host, port: chosen.port }, promotionUndone);
      newest = chosen;
      return chosen;
    }
    const leftBehind = writable.map(({ host, port }) => `${host}:${port} is a primary that was left behind`);
    throw new NoWritableServerError([...reasons, ...leftBehind]);
  }

  return chosenOnce(choose, async (used) => isLeftBehind(used, await choose()));
}

/** The server that is chosen for all callers, until it is forgotten or could not be chosen. */
export function chosenOnce<Server extends ServerAddress>(
  choose: () => Promise<Server>,
  isOutdated: (used: Server) => Promise<boolean>,
): Servers {
  let found: Promise<Server> | undefined;
  return {
    find() {
      if (found === undefined) {
        const asked = choose();
        found = asked;
        asked.catch(() => {
          if (found === asked) found = undefined;
        });
      }
      return found;
    },
    forget() {
      found = undefined;
    },
    async isLeftBehind() {
      try {
        const used = await found;
        return used !== undefined && (await isOutdated(used));
      } catch {
        return false;
      }
    },
  };
}

/** Patroni 3.0.2 does so with etcd's third API when a frozen primary returns (patroni/patroni#2689). */
const promotionUndone =
  'the promotion of another server was undone: what only that server had accepted is lost, and this one takes the writes';

/** Whether another server of the same cluster was promoted later. */
function isLeftBehind(server: WritableServer, newest: WritableServer): boolean {
  return server.cluster === newest.cluster && server.timeline < newest.timeline;
}

/** A primary that was left behind, once all other servers are standbys and none has a newer timeline. */
function followedByAll(
  [primary]: readonly WritableServer[],
  standbys: readonly StandbyError[],
  servers: number,
): WritableServer | undefined {
  if (primary === undefined || 1 + standbys.length < servers) return undefined;
  return standbys.every(({ timeline }) => timeline <= primary.timeline) ? primary : undefined;
}

/** Of the first one's cluster, the server that was promoted last. */
function newestOf([first, ...others]: readonly WritableServer[]): WritableServer | undefined {
  let newest = first;
  for (const other of others) if (newest !== undefined && isLeftBehind(newest, other)) newest = other;
  return newest;
}

/**
 * What the servers answered, in the order of the URL; nothing if all reject. A process that starts cannot
 * tell an old primary from the new one, so it waits for all answers, and later only for a moment after the
 * first.
 */
async function answersOf(
  answers: readonly Promise<WritableServer>[],
  isHasty: boolean,
): Promise<readonly WritableServer[]> {
  const arrived = new Map<number, WritableServer>();
  const noted = answers.map(async (answer, index) => void arrived.set(index, await answer));
  const all = Promise.allSettled(noted);
  const soon = Promise.any(noted).then(
    () => setTimeout(graceMs),
    () => all,
  );
  await (isHasty ? Promise.race([all, soon]) : all);
  return [...arrived].sort(([a], [b]) => a - b).map(([, server]) => server);
}

/** A server that takes writes. */
export interface WritableServer {
  readonly host: string;
  readonly port: number;
  /** Shared by a primary and its standbys; empty if the server does not tell. */
  readonly cluster: string;
  /**
   * Each promotion begins a higher one: of two primaries of a cluster, the lower was left behind. 0 if not
   * told.
   */
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
