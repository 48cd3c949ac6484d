import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { onTestFinished } from 'vitest';
import { migrate } from '../store/migrate.ts';
import { ownMigrations } from '../store/read-migrations.ts';

/** Makes the schema that a service of an older version made: with the first migrations only. */
export async function migrateUpTo(pool: Pool, last: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-older-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const file of (await readdir(ownMigrations)).sort().slice(0, last))
    await copyFile(join(ownMigrations, file), join(folder, file));
  await migrate(pool, { folder });
}
