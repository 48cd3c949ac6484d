import type { Pool, PoolClient } from 'pg';

/**
 * The result of the work, committed; if the work fails, nothing of it happened and its error comes out. Work that
 * kept quiet about an error of the database fails, too.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  // While a client is checked out, the pool does not listen, and an unheard error would end the process. The next
  // statement fails anyway, and the pool takes no broken client back.
  client.on('error', ignore);
  try {
    await client.query('begin');
    const result = await work(client);
    await commit(client);
    return result;
  } catch (error) {
    await client.query('rollback').catch(ignore);
    throw error;
  } finally {
    client.off('error', ignore);
    client.release();
  }
}

/** PostgreSQL answers `commit` after a failed statement with a rollback, and no error. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back: one of its statements failed');
}

function ignore(): void {}
