import { type Log, silent } from '../../log.ts';
import { type AbandonedSession, createEndAbandoned } from './end-abandoned.ts';
import { SilentConnectionError } from './errors.ts';
import type { ServerAddress, Servers } from './servers.ts';

/** What is known of one connection; times are of the monotonic clock, in milliseconds. */
export interface Watched {
  /** When it answered last, or connected. */
  readonly heardAt: number;
  /** Since when the oldest statement without an answer is the oldest; NaN without one. */
  readonly waitingSince: number;
  /** Milliseconds without an answer after which it is closed; 0 means no limit. */
  readonly deadlineMs: number;
  /** What is left of it at the server when it is destroyed. */
  readonly session: AbandonedSession | undefined;
  /** The server that it leads to, if the database has several and one was found for it. */
  readonly server: ServerAddress | undefined;
  destroy(reason: Error): void;
  retire(reason: Error): void;
}

interface ConnectionsOptions {
  readonly log?: Log;
  /** Ends sessions at the server whose connections are closed: they may hold locks. */
  readonly endSessions?: (sessions: readonly AbandonedSession[]) => Promise<unknown>;
  readonly servers?: Servers | undefined;
}

/** Milliseconds. Statements that may take longer are not those of requests and jobs. */
const quickest = 5_000;

/** Milliseconds between two replacements of the connections to a server that takes no writes. */
const replacePause = 1_000;

function retire(connections: readonly Watched[], why: string): void {
  const reason = new Error(`Connection terminated: ${why}`);
  for (const connection of connections) connection.retire(reason);
}

/**
 * All connections of one process, over all its pools: what one of them learns about the database, the others
 * must know.
 */
export class Connections {
  /** Where new connections lead, if the database has several servers. */
  readonly servers: Servers | undefined;
  readonly #log: Log;
  readonly #all = new Set<Watched>();
  readonly #ending: ReturnType<typeof createEndAbandoned>;
  #replacedAt = Number.NEGATIVE_INFINITY;
  #isAway = false;
  /** When the server in use was started, by its own clock. */
  #answeredBy: string | undefined;
  #breaks = 0;
  #abandonedFor: Error | undefined;

  constructor({ log = silent, endSessions = async () => {}, servers }: ConnectionsOptions = {}) {
    this.servers = servers;
    this.#log = log;
    this.#ending = createEndAbandoned({ endSessions, log });
  }

  add(connection: Watched): void {
    this.#all.add(connection);
  }

  remove(connection: Watched): void {
    this.#all.delete(connection);
  }

  /** A connection has had no answer since an instant of the monotonic clock, and was closed. */
  fellSilent(connection: Watched, since: number): void {
    this.#isAway = true;
    this.#breaks += 1;
    const lost = [connection, ...this.#destroyUnheard(since)];
    this.#log.warn({ connections: lost.length }, 'the database fell silent; its connections are replaced');
    this.servers?.forget();
    // Another server may be in use next, and a connection that was heard a moment ago may lead to a primary
    // that is paused.
    if (this.servers !== undefined) retire([...this.#all], 'its server may have been left');
    this.#ending.add(lost.flatMap(({ session }) => session ?? []));
  }

  /**
   * The server takes no writes, or is shutting down: connections are replaced, since another server may have
   * taken over.
   */
  becameUseless(): void {
    this.#breaks += 1;
    const now = performance.now();
    if (now - this.#replacedAt < replacePause) return;
    this.#replacedAt = now;
    this.servers?.forget();
    retire([...this.#all], 'its server takes no writes');
  }

  /**
   * A connection is about to lead to that server. Those that lead to another one are replaced: an old primary
   * that returns from a pause answers them as if no other had been promoted, and knows nothing of what the
   * new one has accepted.
   */
  leadsTo({ host, port }: ServerAddress): void {
    const elsewhere = [...this.#all].filter(
      ({ server }) => server !== undefined && (server.host !== host || server.port !== port),
    );
    if (elsewhere.length === 0) return;
    this.#breaks += 1;
    retire(elsewhere, 'another server takes the writes');
  }

  /**
   * A new connection has asked its server which one it is. If that is another one than before, behind the
   * same address, the others are replaced: they may lead to a server that was left, and still answers them.
   */
  answeredBy(server: string | undefined, connection: Watched): void {
    const former = this.#answeredBy;
    this.#answeredBy = server ?? former;
    if (server === undefined || former === undefined || server === former) return;
    this.#breaks += 1;
    const others = [...this.#all].filter((other) => other !== connection);
    this.#log.warn({ connections: others.length }, 'another server answers; its connections are replaced');
    retire(others, 'another server answers');
  }

  /** A statement was answered. */
  heard(): void {
    this.#isAway = false;
  }

  /** A connection could not be opened. */
  wasRefused(): void {
    this.#isAway = true;
  }

  /** Whether the database fell silent or refused a connection, and has answered no statement since. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** A connection was lost. */
  broke(): void {
    this.#breaks += 1;
  }

  /**
   * How many were lost so far. While it does not change, all statements had the same server; after a
   * failover, what the former server has committed may be lost.
   */
  get breaks(): number {
    return this.#breaks;
  }

  /**
   * Milliseconds that the oldest statement of requests and jobs has waited for the database; 0 without one.
   */
  get longestWait(): number {
    const now = performance.now();
    const judged = [...this.#all].filter(({ deadlineMs }) => deadlineMs > 0 && deadlineMs <= quickest);
    const waits = judged.map(({ waitingSince }) => now - waitingSince);
    return Math.max(0, ...waits.filter((wait) => wait > 0));
  }

  /**
   * Closes all connections at once; their statements reject, and so does each attempt to open another one.
   */
  abandon(reason: Error): void {
    this.#abandonedFor = reason;
    this.#ending.stop();
    for (const connection of [...this.#all]) connection.destroy(reason);
  }

  /** Why no connection is opened any more. */
  get abandonedFor(): Error | undefined {
    return this.#abandonedFor;
  }

  /**
   * Whatever has not been heard since either, counts as silent: to connect again costs less than to wait once
   * more.
   */
  #destroyUnheard(since: number): readonly Watched[] {
    const unheard = [...this.#all].filter(({ heardAt }) => heardAt <= since);
    const seconds = (performance.now() - since) / 1_000;
    for (const connection of unheard) connection.destroy(new SilentConnectionError(seconds));
    return unheard;
  }
}

export function createConnections(options?: ConnectionsOptions): Connections {
  return new Connections(options);
}

const pauseMs = 10_000;

/**
 * Leaves a primary that was left behind without failing, such as one whose machine was paused while a standby
 * was promoted: its open connections would go on taking writes that the new primary never gets.
 *
 * @param pause Milliseconds between two looks at the servers.
 * @returns what ends it.
 */
export function watchServers(connections: Connections, log: Log, pause = pauseMs): () => void {
  const { servers } = connections;
  if (servers === undefined) return () => {};
  const timer = setInterval(async () => {
    if (!(await servers.isLeftBehind())) return;
    log.warn({}, 'another server takes the writes; the connections to the old one are replaced');
    connections.becameUseless();
  }, pause).unref();
  return () => clearInterval(timer);
}
