import { describe, expect, test } from 'vitest';
import { judgeMigration } from '../testing/judge-migration.ts';
import { allowedKinds, refusedKinds } from '../testing/migration-kinds.ts';
import { ownMigrations, readMigrations } from './read-migrations.ts';

/** Those before were there before clusters were: they run on one PostgreSQL, before its tables are distributed. */
const first = 31;

test(`migrations from ${first} on work on a cluster`, async () => {
  const migrations = await readMigrations(ownMigrations);
  const later = migrations.filter(({ number }) => number >= first);
  expect(
    later.flatMap(({ number, name, sql }) => judgeMigration(`migration ${number} (${name})`, sql)),
  ).toEqual([]);
});

describe('of the migrations before, some would fail', () => {
  test('and are told with their line', async () => {
    const migrations = await readMigrations(ownMigrations);
    const found = migrations.flatMap(({ name, sql }) => judgeMigration(name, sql));
    expect(found).toContain('account-first:5: "add constraint" must be the only part of its statement');
  });
});

test.each(Object.entries(allowedKinds))('a migration that %s is allowed', (_, sql) => {
  expect(judgeMigration('file', sql)).toEqual([]);
});

test.each(Object.entries(refusedKinds))('%s is refused', (_, { sql, line, says }) => {
  expect(judgeMigration('file', sql)).toEqual([expect.stringContaining(`file:${line}: ${says}`)]);
});
