import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cascade/embedded-postgres';
import { createDatabase, isAlive, retarget, superuser } from '@cascade/embedded-postgres/testing';
import { Client } from 'pg';
import { createPool } from '../store/create-pool.ts';
import { migrate } from '../store/migrate.ts';
import { ownDatabase } from '../store/own-database.ts';

/** A migrated database without rows, of which each test file gets a copy. */
export const template = 'cascade_template';

/** What a crash of the machine would cost does not matter here. */
const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' };

/** A server for one test run, with the template; its connection string is the administrator's. */
export async function startTestServer(): Promise<EmbeddedPostgres> {
  await removeDeadTestServers(tmpdir());
  const dataFolder = join(tmpdir(), `cascade-test-${process.pid}-${randomUUID().slice(0, 8)}`);
  const server = await startEmbeddedPostgres({ dataFolder, settings, ...ownDatabase });
  const connectionString = retarget(server.connectionString, { user: superuser, database: superuser });
  const stop = async () => {
    await server.stop();
    await rm(dataFolder, { recursive: true });
  };
  try {
    await makeTemplate(connectionString);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connectionString, stop };
}

async function makeTemplate(connectionString: string): Promise<void> {
  const administrator = new Client({ connectionString });
  await administrator.connect();
  try {
    await createDatabase(administrator, template, ownDatabase.user);
    const target = { user: ownDatabase.user, database: template };
    const pool = createPool({ connectionString: retarget(connectionString, target) });
    await migrate(pool).finally(() => pool.end());
    // A copy needs a template that nobody is connected to.
    await administrator.query(`alter database ${template} allow_connections false`);
  } finally {
    await administrator.end();
  }
}

/** Ends and removes what killed test runs left behind. */
export async function removeDeadTestServers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const [, pid] = /^cascade-test-(\d+)-[0-9a-f]{8}$/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    // It may be another user's, or another run may be at it: no reason for ours to fail.
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
