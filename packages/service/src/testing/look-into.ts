import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connectionStringOf, socketFolderOf } from '@cascade/embedded-postgres/testing';
import type { Pool } from 'pg';
import { type ShardNumber, tablesThroughCitus } from '../shards/shard.ts';
import { createPool, setupPatience } from '../store/create-pool.ts';
import { ownDatabase } from '../store/open-store.ts';

/**
 * Queries the PostgreSQL of a data folder while a service runs it. Unlike `openStore` it neither starts nor joins a
 * server: the service under test must recover by itself, and its server must not stop with the query.
 */
export async function lookInto<Result>(
  dataFolder: string,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  // The server may run as another user, whose id is in the name of a socket folder under /tmp.
  const { uid, gid } = await stat(join(dataFolder, 'cluster'));
  return lookAt(connectionStringOf(socketFolderOf(dataFolder, { uid, gid }), ownDatabase), work);
}

/** Queries a running server, or a shard of a cluster by its coordinator. */
export async function lookAt<Result>(
  connectionString: string,
  work: (pool: Pool) => Promise<Result>,
  shard?: ShardNumber,
): Promise<Result> {
  const settings = { size: 1, applicationName: 'look', patience: setupPatience };
  const tables = shard === undefined ? undefined : tablesThroughCitus(shard);
  const pool = createPool({ connectionString, ...settings, tables });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
