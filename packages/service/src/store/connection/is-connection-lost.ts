import { DatabaseError } from 'pg';

/** SQLSTATEs of a server that ends the session, or does not take one now. */
const endedByServer = /^(?:08|57P0)/;
const endedByNetwork =
  /^(?:E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|ENOENT)$/;
/** What the driver and its pool say without a code. */
const endedByDriver = /Connection terminated|timeout exceeded|is not queryable/;

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
