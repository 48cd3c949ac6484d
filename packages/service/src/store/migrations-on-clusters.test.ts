import { expect, test } from 'vitest';
import { judgeMigration } from '../testing/judge-migration.ts';
import { allowedKinds, refusedKinds } from '../testing/migration-kinds.ts';
import { ownMigrations, readFunctions, readMigrations } from './read-migrations.ts';

test('the migrations and functions of the service work on a cluster', async () => {
  const files = [...(await readMigrations(ownMigrations)), ...(await readFunctions(ownMigrations))];
  expect(files.flatMap(({ path, sql }) => judgeMigration(path, sql))).toEqual([]);
});

test.each(Object.entries(allowedKinds))('a migration that %s is allowed', (_, sql) => {
  expect(judgeMigration('file', sql)).toEqual([]);
});

test.each(Object.entries(refusedKinds))('%s is refused', (_, { sql, line, says }) => {
  expect(judgeMigration('file', sql)).toEqual([expect.stringContaining(`file:${line}: ${says}`)]);
});
