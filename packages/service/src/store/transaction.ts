import type { Pool, PoolClient } from 'pg';
import { Connection } from './connection/connection.ts';

/**
 * Takes a statement under way whose result is not needed. The commit is sent without waiting for it; if it
 * fails, so does the transaction.
 */
export type Write = (statement: Promise<unknown>) => void;

/**
 * Runs work in a transaction; resolves to its result once committed. If the work rejects, the transaction is
 * rolled back and the error is rethrown. Work that swallowed a database error is rejected, too. Statements
 * are pipelined: they are sent in order, without waiting for earlier results.
 *
 * @param begin Begins it; may set what holds until its end.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient, write: Write) => Promise<Result>,
  begin = 'begin',
): Promise<Result> {
  const client = await pool.connect();
  // The pool listens to idle clients only, and an unhandled error would end the process. Ignoring it is safe:
  // the next statement fails, and the pool discards a broken client.
  client.on('error', ignore);
  const writes: Promise<unknown>[] = [];
  const write: Write = (statement) => {
    statement.catch(ignore);
    writes.push(statement);
  };
  try {
    write(client.query(client instanceof Connection ? client.begins(begin) : begin));
    const result = await work(client, write);
    await commit(client, writes);
    return result;
  } catch (error) {
    await client.query('rollback').catch(ignore);
    throw await firstError(writes, error);
  } finally {
    client.off('error', ignore);
    if (client instanceof Connection) client.ended();
    client.release();
  }
}

/** After a failed statement, PostgreSQL rolls back on `commit` and reports no error. */
async function commit(client: PoolClient, writes: readonly Promise<unknown>[]): Promise<void> {
  const committing = client.query('commit');
  committing.catch(ignore);
  await Promise.all(writes);
  const { command } = await committing;
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back: one of its statements failed');
}

/**
 * Later statements only report that the transaction is aborted; the cause may be a statement not awaited by
 * the work.
 */
async function firstError(writes: readonly Promise<unknown>[], otherwise: unknown): Promise<unknown> {
  try {
    await Promise.all(writes);
    return otherwise;
  } catch (error) {
    return error;
  }
}

function ignore(): void {}

/**
 * Lends a connection to some work, without a transaction. After a failure the connection is not used again.
 */
export function withClient<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  return lendClient(pool, work, true);
}

/** The same, and what fails leaves the connection as it was: each statement is a transaction. */
export async function lendClient<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  isSpoilt = false,
): Promise<Result> {
  const client = await pool.connect();
  // The pool listens to idle clients only, and an unhandled error would end the process.
  const ignore = () => {};
  client.on('error', ignore);
  let failed = true;
  try {
    const result = await work(client);
    failed = false;
    return result;
  } finally {
    client.off('error', ignore);
    client.release(failed && isSpoilt);
  }
}
