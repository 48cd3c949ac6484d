import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@cascade/embedded-postgres';
import { copyDataFolder, findBinaries } from '@cascade/embedded-postgres/testing';
import { createPool, setupPatience } from '../store/create-pool.ts';
import { migrate } from '../store/migrate.ts';
import { ownDatabase } from '../store/open-store.ts';
import { ownMigrations } from '../store/read-migrations.ts';

/** Where a clone keeps what it can make again. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/cascade-data', import.meta.url));

/**
 * Fills a data folder that is not there yet with programs, a cluster and the tables of the service, without
 * rows. A start of the service then takes half of the time of a first start. They are made once for each set
 * of migrations, and copied.
 */
export async function furnishDataFolder(dataFolder: string): Promise<void> {
  const { version } = await findBinaries();
  const template = join(cache, `${version}-${hashOfMigrations()}`);
  if (!existsSync(template)) await makeTemplate(template);
  copyDataFolder(template, dataFolder);
}

function hashOfMigrations(): string {
  const hash = createHash('sha256');
  for (const name of globSync('**/*.sql', { cwd: ownMigrations }).toSorted())
    hash.update(`${name}\n`).update(readFileSync(join(ownMigrations, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Whole or not at all, since test runs do so at once. */
async function makeTemplate(template: string): Promise<void> {
  // The user of the server may have no access to the clone.
  const dataFolder = join(tmpdir(), `cascade-template-${randomUUID()}`);
  const unfinished = `${template}-${randomUUID()}`;
  try {
    const server = await startEmbeddedPostgres({ dataFolder, settings: { fsync: 'off' }, ...ownDatabase });
    const pool = createPool({ connectionString: server.connectionString, patience: setupPatience });
    await migrate(pool)
      .finally(() => pool.end())
      .finally(() => server.stop());
    await mkdir(cache, { recursive: true });
    copyDataFolder(dataFolder, unfinished);
    await rename(unfinished, template).catch((error: unknown) => {
      if (!existsSync(template)) throw error;
    });
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}
