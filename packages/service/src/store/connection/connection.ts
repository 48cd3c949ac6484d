import { Client, type ClientConfig, DatabaseError, type QueryResult } from 'pg';
import type { Connections, Watched } from './connections.ts';
import type { AbandonedSession } from './end-abandoned.ts';
import { SilentConnectionError } from './errors.ts';
import type { ServerAddress } from './servers.ts';

/** What a connection needs beside the settings of the driver. */
export interface ConnectionConfig extends ClientConfig {
  /** Milliseconds without an answer after which the connection is closed; 0 means no limit. */
  readonly deadlineMs: number;
  readonly connections: Connections;
  /** Names the tables of a statement; absent if its own text does. */
  readonly name?: ((statement: unknown) => unknown) | undefined;
  /** What each transaction runs first, so that the tables stay on their server; absent if they always do. */
  readonly hold?: string | undefined;
}

/** Milliseconds for Node to read what had arrived while it was busy itself. */
const graceMs = 100;

/** SQLSTATEs of a server that takes no writes, or is shutting down. */
const uselessServer = new Set(['25006', '57P01', '57P02', '57P03']);

/**
 * A connection with a deadline on our side for every statement. A connection without an answer in time is
 * closed and never used again: a statement that only rejected would leave it busy. All its statements reject
 * with {@link SilentConnectionError}. Times are of the monotonic clock, in milliseconds.
 */
export class Connection extends Client implements Watched {
  readonly #config: ConnectionConfig;
  /** The method of the driver. */
  readonly #raw: Send;
  #outstanding = 0;
  #pid: number | undefined;
  #openedAt = performance.now();
  #waitingSince = Number.NaN;
  #heardAt = performance.now();
  #isLent = false;
  #isRetired = false;
  #isInTransaction = false;
  #destroyedFor: Error | undefined;
  #server: ServerAddress | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(config: ConnectionConfig) {
    super(config);
    this.#config = config;
    // An unheard error would end the process. The pool listens while the connection is idle, and its user
    // once it has it: a server that dies in the same breath as it answers is heard by neither. The next
    // statement rejects all the same.
    this.on('error', () => config.connections.broke());
    this.#raw = this.query.bind(this);
    const send = this.#named(this.#raw);
    this.query = ((...args: readonly unknown[]) => this.#watch(send, args)) as typeof this.query;
    const connect: Send = this.connect.bind(this);
    this.connect = ((...args: readonly unknown[]) => this.#reach(connect, args[0])) as typeof this.connect;
    this.once('connect', () => {
      this.#openedAt = performance.now();
      this.#heardAt = this.#openedAt;
    });
    this.connection.once('backendKeyData', ({ processID }: { readonly processID: number }) => {
      this.#pid = processID;
    });
    config.connections.add(this);
    this.once('end', () => this.#forget());
  }

  /** Since when the oldest statement without an answer is the oldest; NaN without one. */
  get waitingSince(): number {
    return this.#outstanding > 0 ? this.#waitingSince : Number.NaN;
  }

  /** Milliseconds without an answer after which it is closed; 0 means no limit. */
  get deadlineMs(): number {
    return this.#config.deadlineMs;
  }

  /** When it answered last, or connected. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** What is left of it at the server when it is destroyed; undefined before the server has said so. */
  get session(): AbandonedSession | undefined {
    if (this.#pid === undefined) return undefined;
    return { pid: this.#pid, age: (performance.now() - this.#openedAt) / 1_000 };
  }

  get server(): ServerAddress | undefined {
    return this.#server;
  }

  /** Closes the socket at once, without a goodbye, which the server may never read. */
  destroy(reason: Error): void {
    this.#forget();
    this.#destroyedFor = reason;
    // While it waits for the server to be found, the driver does not listen to the socket yet.
    this.connection.stream.on('error', () => {});
    this.connection.stream.destroy(reason);
  }

  /** To be called by its pool. */
  lend(): void {
    this.#isLent = true;
  }

  /**
   * To be called by its pool when its work is done: a retired connection says goodbye, and the pool drops it.
   */
  giveBack(): void {
    this.#isLent = false;
    if (this.#isRetired) void this.end().catch(() => {});
  }

  /** Replaces it, after the work under way. */
  retire(reason: Error): void {
    this.#isRetired = true;
    if (!this.#isLent) this.destroy(reason);
  }

  /** The text that begins a transaction, to which all statements belong until it `ended`. */
  begins(text: string): string {
    this.#isInTransaction = true;
    const { hold } = this.#config;
    return hold === undefined ? text : `${text}; ${hold}`;
  }

  ended(): void {
    this.#isInTransaction = false;
  }

  /** A statement alone is a transaction, too. */
  #named(raw: Send): Send {
    const { name = (statement: unknown) => statement, hold } = this.#config;
    const send: Send = (statement, ...rest) => raw(name(statement), ...rest);
    if (hold === undefined) return send;
    const alone = sendAlone(send, `begin; ${hold}`);
    return (...args) => (this.#isInTransaction ? send : alone)(...args);
  }

  #reach(connect: Send, callback: unknown): unknown {
    const { connections } = this.#config;
    const reached = this.#open(connect);
    reached.catch(() => {
      connections.wasRefused();
      connections.servers?.forget();
    });
    if (typeof callback !== 'function') return reached;
    reached.then(
      () => callback(null),
      (error: unknown) => callback(error),
    );
    return undefined;
  }

  /** Connects to the server that takes writes, if there are several. */
  async #open(connect: Send): Promise<void> {
    const { connections } = this.#config;
    const { servers, abandonedFor } = connections;
    if (abandonedFor !== undefined) {
      this.#forget();
      throw abandonedFor;
    }
    if (servers !== undefined) {
      const { host, port } = await servers.find();
      // A socket that was destroyed before would connect, and nothing would watch it.
      if (this.#destroyedFor !== undefined) throw this.#destroyedFor;
      this.#server = { host, port };
      connections.leadsTo(this.#server);
      this.host = host;
      this.port = port;
    }
    await connect();
    connections.answeredBy(await this.#askWhichServer(), this);
  }

  /**
   * When the server was started: no two have the same. Undefined if it does not tell, as a database that only
   * speaks the protocol of PostgreSQL.
   */
  async #askWhichServer(): Promise<string | undefined> {
    try {
      const result = (await this.#raw('select pg_postmaster_start_time()::text as started')) as Result;
      return result.rows[0]?.started;
    } catch (error) {
      if (error instanceof DatabaseError) return undefined;
      throw error;
    }
  }

  /** The pool passes a callback, everyone else gets a promise. */
  #watch(send: Send, args: readonly unknown[]): unknown {
    const callback = args.at(-1);
    this.#began();
    if (typeof callback === 'function')
      return send(...args.slice(0, -1), (error: unknown, result: unknown) => {
        this.#ended(error);
        callback(error, result);
      });
    const result = send(...args);
    Promise.resolve(result).then(
      () => this.#ended(undefined),
      (error: unknown) => this.#ended(error),
    );
    return result;
  }

  #began(): void {
    this.#outstanding += 1;
    if (this.#outstanding > 1) return;
    this.#waitingSince = performance.now();
    if (this.#config.deadlineMs > 0) this.#timer ??= this.#checkIn(this.#config.deadlineMs);
  }

  #ended(error: unknown): void {
    this.#outstanding -= 1;
    this.#waitingSince = performance.now();
    // An error of the driver does not show that the server is alive.
    const isOfServer = error instanceof DatabaseError;
    if (isOfServer || error === null || error === undefined) {
      this.#heardAt = this.#waitingSince;
      this.#config.connections.heard();
    }
    if (isOfServer && uselessServer.has(error.code ?? '')) this.#config.connections.becameUseless();
  }

  /** One timer serves all statements: it looks at how far they are, and is not set anew by each. */
  #checkIn(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#check(), milliseconds).unref();
  }

  #check(): void {
    this.#timer = undefined;
    if (this.#outstanding === 0) return;
    const left = this.#waitingSince + this.#config.deadlineMs - performance.now();
    this.#timer = left > 0 ? this.#checkIn(left) : setTimeout(() => this.#giveUp(), graceMs).unref();
  }

  #giveUp(): void {
    const since = this.waitingSince;
    const { deadlineMs, connections } = this.#config;
    // Of no statement, the time is NaN.
    if (!(performance.now() - since >= deadlineMs)) {
      this.#check();
      return;
    }
    this.destroy(new SilentConnectionError(deadlineMs / 1_000));
    connections.fellSilent(this, since);
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#config.connections.remove(this);
  }
}

/** A method of the driver's client: callers pass a callback last, or get a promise. */
type Send = (...args: readonly unknown[]) => unknown;

type Result = QueryResult<{ readonly started: string }>;

/** Sends each statement in a transaction of its own, in one round trip. */
function sendAlone(send: Send, begin: string): Send {
  async function alone(args: readonly unknown[]): Promise<unknown> {
    const begun = sent(send(begin));
    const result = sent(send(...args));
    const ended = sent(send('commit'));
    await begun;
    const found = await result;
    await ended;
    return found;
  }

  return (...args) => {
    const callback = args.at(-1);
    if (typeof callback !== 'function') return alone(args);
    alone(args.slice(0, -1)).then(
      (result) => callback(undefined, result),
      (error: unknown) => callback(error),
    );
    return undefined;
  };
}

/** After a failure of the first, the others fail, too. */
function sent(result: unknown): Promise<unknown> {
  const promise = Promise.resolve(result);
  promise.catch(() => {});
  return promise;
}
