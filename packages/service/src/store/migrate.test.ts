import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { withTestDatabase } from '../testing/test-database.ts';
import { migrate } from './migrate.ts';
import { ownMigrations, readMigrations } from './read-migrations.ts';
import { StoreError } from './store-error.ts';

const database = withTestDatabase();

/** Writes files, by name, to a folder that is removed after the test. */
async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(tmpdir(), `cascade-migrations-${randomUUID()}`);
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const first = {
  '000001_first.sql': 'create table cascade.steps (step integer); insert into cascade.steps values (1);',
};
const second = { ...first, '000002_second.sql': 'insert into cascade.steps values (2);' };
const steps = async () =>
  (await database.pool.query('select step from cascade.steps')).rows.map(({ step }) => step);
const apply = async (files: Readonly<Record<string, string>>) => {
  const applied = await migrate(database.pool, await folderWith(files));
  return applied.map(({ name }) => name);
};

beforeEach(() => database.pool.query('drop schema if exists cascade cascade'));

describe('migrating', () => {
  test('applies missing migrations in order, and records them', async () => {
    expect(await apply(first)).toEqual(['first']);
    expect(await apply(second)).toEqual(['second']);
    expect(await apply(second)).toEqual([]);
    expect(await steps()).toEqual([1, 2]);
    const { rows } = await database.pool.query(
      'select number, name, checksum, applied_at from cascade.migrations',
    );
    expect(rows).toEqual([
      {
        number: 1,
        name: 'first',
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
        applied_at: expect.any(Date),
      },
      {
        number: 2,
        name: 'second',
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
        applied_at: expect.any(Date),
      },
    ]);
  });

  test('by several processes at once applies each migration once', async () => {
    const applied = await Promise.all(Array.from({ length: 8 }, () => apply(second)));
    expect(applied.flat().sort()).toEqual(['first', 'second']);
    expect(await steps()).toEqual([1, 2]);
  });

  test('rolls back a failed migration, and keeps all before it', async () => {
    const broken = { ...first, '000002_broken.sql': 'insert into cascade.steps values (2); select 1 / 0;' };
    await expect(apply(broken)).rejects.toThrow('division by zero');
    expect(await steps()).toEqual([1]);
    expect(await apply(second)).toEqual(['second']);
  });

  test('is not subject to the statement time-out', async () => {
    await apply({
      '000001_slow.sql': "create table cascade.seen as select current_setting('statement_timeout')",
    });
    expect((await database.pool.query('select * from cascade.seen')).rows).toEqual([
      { current_setting: '0' },
    ]);
    expect((await database.pool.query('show statement_timeout')).rows).toEqual([
      { statement_timeout: '30s' },
    ]);
  });

  test('ignores differences in line endings', async () => {
    await apply({ '000001_first.sql': 'select 1;\n' });
    expect(await apply({ '000001_first.sql': 'select 1;\r\n' })).toEqual([]);
  });
});

describe('migrating is refused', () => {
  test('if an applied migration has changed', async () => {
    await apply(second);
    const changed = { ...second, '000001_first.sql': `${first['000001_first.sql']} -- better` };
    await expect(apply(changed)).rejects.toThrow(StoreError);
    await expect(apply(changed)).rejects.toThrow(
      /Migration 1 \(first\) has changed since it was applied .* on 20/,
    );
  });

  test('if the database is newer', async () => {
    await apply(second);
    await expect(apply(first)).rejects.toThrow(StoreError);
    await expect(apply(first)).rejects.toThrow(/has migration 2 \(second\), and this version ends with 1/);
  });

  test.each([
    ['a gap', { '000002_second.sql': '' }],
    ['a number taken twice', { '000001_a.sql': '', '000001_b.sql': '' }],
    ['a name of another form', { '1-first.sql': '' }],
    ['another file', { '000001_first.sql': '', 'README.md': '' }],
  ])('if there is %s among the files', async (_, files) => {
    await expect(apply(files)).rejects.toThrow('numbers run from 1 without a gap');
  });
});

test('the migrations of the service apply to an empty database, with a comment on each table', async () => {
  const applied = await migrate(database.pool);
  expect(applied).toEqual(await readMigrations(ownMigrations));
  const { rows } = await database.pool.query(`
    select relname from pg_class
    where relnamespace = 'cascade'::regnamespace and relkind in ('r', 'p') and obj_description(oid) is null`);
  expect(rows).toEqual([]);
});
