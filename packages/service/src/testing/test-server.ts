import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cascade/embedded-postgres';
import { isAlive, retarget, superuser, withConnection } from '@cascade/embedded-postgres/testing';
import { ownDatabase } from '../store/open-store.ts';
import { furnishDataFolder } from './furnish-data-folder.ts';

/** The database that each test file copies: migrated, without rows. */
export const template = 'cascade_template';

/** Tests need not survive a crash of the machine. */
const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' };

/** Starts a server with the template for one test run. Its connection string is the superuser's. */
export async function startTestServer(): Promise<EmbeddedPostgres> {
  await removeDeadTestServers(tmpdir());
  const dataFolder = join(tmpdir(), `cascade-test-${process.pid}-${randomUUID().slice(0, 8)}`);
  await furnishDataFolder(dataFolder);
  const server = await startEmbeddedPostgres({ dataFolder, settings, ...ownDatabase });
  const connectionString = retarget(server.connectionString, { user: superuser, database: superuser });
  const stop = async () => {
    await server.stop();
    await rm(dataFolder, { recursive: true });
  };
  await keepAsTemplate(connectionString).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { connectionString, stop };
}

function keepAsTemplate(connectionString: string): Promise<unknown> {
  return withConnection(connectionString, async (administrator) => {
    await administrator.query(`alter database ${ownDatabase.database} rename to ${template}`);
    // PostgreSQL copies a template only while it has no connections.
    await administrator.query(`alter database ${template} allow_connections false`);
  });
}

/** Stops and removes the servers of killed test runs. */
export async function removeDeadTestServers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const [, pid] = /^cascade-test-(\d+)-[0-9a-f]{8}$/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    // Another user may own it, or another run may be removing it: this run continues.
    await removeTestServer(join(root, name)).catch(() => {});
  }
}

async function removeTestServer(dataFolder: string): Promise<void> {
  if (existsSync(join(dataFolder, 'cluster', 'postmaster.pid'))) {
    const server = await startEmbeddedPostgres({ dataFolder, ...ownDatabase });
    await server.stop();
  }
  await rm(dataFolder, { recursive: true, force: true });
}
