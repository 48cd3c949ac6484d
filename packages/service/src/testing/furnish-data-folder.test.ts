import { startHere, temporaryDataFolder } from '@cascade/embedded-postgres/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createPool, setupPatience } from '../store/create-pool.ts';
import { migrate } from '../store/migrate.ts';
import { ownDatabase } from '../store/open-store.ts';
import { furnishDataFolder } from './furnish-data-folder.ts';

test('what is furnished twice at once is two stores, with every migration and no account', async () => {
  const folders = ['one', 'other'].map((name) => temporaryDataFolder(onTestFinished, name));
  await Promise.all(folders.map(furnishDataFolder));
  for (const dataFolder of folders) {
    const { connectionString } = await startHere({ dataFolder, ...ownDatabase });
    const pool = createPool({ connectionString, patience: setupPatience });
    onTestFinished(() => pool.end());
    expect(await migrate(pool)).toEqual([]);
    expect((await pool.query('select from cascade.accounts')).rowCount).toBe(0);
  }
});
