import { connectionStringOf, socketFolderOf } from '@cascade/embedded-postgres/testing';
import type { Pool } from 'pg';
import { createPool } from '../store/create-pool.ts';
import { ownDatabase } from '../store/own-database.ts';

/**
 * Lets somebody look into the PostgreSQL of a data folder while a service runs it. Unlike `openStore` it starts no
 * server and joins none, so it neither helps a service that has to recover by itself nor stops its server at the end.
 */
export async function lookInto<Result>(
  dataFolder: string,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const connectionString = connectionStringOf(socketFolderOf(dataFolder, undefined), ownDatabase);
  const pool = createPool({ connectionString, size: 1, applicationName: 'look' });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
