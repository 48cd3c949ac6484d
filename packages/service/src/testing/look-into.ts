import type { Pool } from 'pg';
import { createPool } from '../store/create-pool.ts';
import { connectionStringOf } from '../store/embedded/connection-string.ts';
import { service } from '../store/embedded/make-database.ts';
import { socketFolderOf } from '../store/embedded/socket-folder.ts';

/**
 * Lets somebody look into the PostgreSQL of a data folder while a service runs it. Unlike `openStore` it starts no
 * server and joins none, so it neither helps a service that has to recover by itself nor stops its server at the end.
 */
export async function lookInto<Result>(
  dataFolder: string,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const connectionString = connectionStringOf(socketFolderOf(dataFolder, undefined), service);
  const pool = createPool({ connectionString, size: 1, applicationName: 'look' });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
