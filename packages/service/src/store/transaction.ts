import type { Pool, PoolClient } from 'pg';

/**
 * Takes the end of a statement that is on its way and whose answer nobody needs: the transaction does not wait for it
 * before its commit goes out, and fails with it.
 */
export type Write = (statement: Promise<unknown>) => void;

/**
 * The result of the work, committed; if the work fails, nothing of it happened and its error comes out. Work that
 * kept quiet about an error of the database fails, too. Statements go over the wire in the order in which they are
 * made, without waiting for the answers to those before.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient, write: Write) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  // While a client is checked out, the pool does not listen, and an unheard error would end the process. The next
  // statement fails anyway, and the pool takes no broken client back.
  client.on('error', ignore);
  const writes: Promise<unknown>[] = [];
  const write: Write = (statement) => {
    statement.catch(ignore);
    writes.push(statement);
  };
  try {
    write(client.query('begin'));
    const result = await work(client, write);
    await commit(client, writes);
    return result;
  } catch (error) {
    await client.query('rollback').catch(ignore);
    throw await firstError(writes, error);
  } finally {
    client.off('error', ignore);
    client.release();
  }
}

/** PostgreSQL answers `commit` after a failed statement with a rollback, and no error. */
async function commit(client: PoolClient, writes: readonly Promise<unknown>[]): Promise<void> {
  const committing = client.query('commit');
  committing.catch(ignore);
  await Promise.all(writes);
  const { command } = await committing;
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back: one of its statements failed');
}

/** Statements after one that failed say only that; it was the one that nobody waited for. */
async function firstError(writes: readonly Promise<unknown>[], otherwise: unknown): Promise<unknown> {
  try {
    await Promise.all(writes);
    return otherwise;
  } catch (error) {
    return error;
  }
}

function ignore(): void {}
