import type { Pool, PoolClient } from 'pg';

/** Lends a connection to some work, without a transaction. After a failure the connection is not used again. */
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
