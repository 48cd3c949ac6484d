import { DatabaseError } from 'pg';

/**
 * A connection gave no answer in time, so it was closed. What its statements did is unknown. The code is the
 * one of a time-out of TCP, and means the same to callers: the store is unavailable.
 */
export class SilentConnectionError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(seconds: number) {
    super(`the database did not answer within ${seconds} seconds`);
    this.name = 'SilentConnectionError';
  }
}

/**
 * The service stops without the database. Callers may ask another replica: the code is that of a broken
 * connection.
 */
export class AbandonedDatabaseError extends Error {
  readonly code = 'ECONNRESET';

  constructor() {
    super('the service has stopped using the database');
    this.name = 'AbandonedDatabaseError';
  }
}

/**
 * A database that is needed has not answered yet. The code is the SQLSTATE of a server that takes no
 * connections now.
 */
export class StoreAwayError extends Error {
  readonly code = '57P03';

  constructor(message: string) {
    super(message);
    this.name = 'StoreAwayError';
  }
}

/** SQLSTATEs of a server that ends the session, or does not take one now. */
const endedByServer = /^(?:08|57P0)/;
const endedByNetwork =
  /^(?:E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NET(?:UNREACH|DOWN)|NOTFOUND|AI_AGAIN)|ENOENT)$/;
/** What the driver and its pool say without a code. */
const endedByDriver = /Connection terminated|timeout exceeded|Query read timeout|is not queryable/;

/**
 * Whether a connection failed, and not what was sent on it: the same on another connection may work. What the
 * statements under way did is unknown.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.every(isConnectionLost);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof DatabaseError) return endedByServer.test(code);
  return endedByNetwork.test(code) || endedByDriver.test(error.message);
}

/**
 * Work failed after an earlier try of it whose answer was lost: whether that was committed is unknown. An
 * aggregate, so that what is known of the last failure alone (`isConnectionLost`, 503 or 500) holds for it.
 */
export class UnsureError extends AggregateError {
  /** @param cause the last failure. */
  constructor(cause: unknown) {
    super([cause], 'an earlier try may have been committed', { cause });
    this.name = 'UnsureError';
  }
}

/**
 * SQLSTATEs by which the server says that it rolled the work back, or does not take it: a collision with
 * others, insufficient resources, a lock or a time-out, a database that takes no writes or no connections
 * now.
 */
const rolledBack = /^(?:40001|40P01|53|55P03|57014|25006|57P03)/;

/** Whether the database did nothing of the work for certain: it never got it, or has rolled it back. */
export function isUndone(error: unknown): boolean {
  if (error instanceof UnsureError) return false;
  if (error instanceof AggregateError) return error.errors.every(isUndone);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof DatabaseError || error instanceof StoreAwayError) return rolledBack.test(code);
  const isNotConnected = 'syscall' in error && /^(?:connect|getaddrinfo)$/.test(String(error.syscall));
  return isNotConnected || error.message === 'timeout exceeded when trying to connect';
}

/** The store cannot be used. The message says why, and what the operator can do. */
export class StoreError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreError';
  }
}
