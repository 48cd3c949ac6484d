import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { tablesThroughCoordinator } from '../cluster/shard.ts';
import { named, withTestDatabase } from '../testing/test-database.ts';
import { StoreError } from './connection/errors.ts';
import { createPool, setupPatience } from './create-pool.ts';
import { countLeft, type MigrateOptions, migrate } from './migrate.ts';
import { ownMigrations, readMigrations } from './read-migrations.ts';

const database = withTestDatabase();

/** Writes files, by name, to a folder that is removed after the test. */
async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(tmpdir(), `cascade-migrations-${randomUUID()}`);
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'functions'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const first = {
  '000001_first.sql': 'create table cascade.steps (step integer); insert into cascade.steps values (1);',
};
const second = { ...first, '000002_second.sql': 'insert into cascade.steps values (2);' };
const steps = async () =>
  (await database.pool.query('select step from cascade.steps')).rows.map(({ step }) => step);
const apply = async (files: Readonly<Record<string, string>>, options: MigrateOptions = {}) => {
  const applied = await migrate(database.pool, { ...options, folder: await folderWith(files) });
  return applied.map(({ name }) => name);
};

const outside = '-- runs: while serving, without transaction\n';
const indexed = {
  ...first,
  '000002_indexed.sql': `${outside}\n-- Why.\ncreate index concurrently if not exists by_step on cascade.steps (step);`,
};
const validIndexes = async () => {
  const { rows } = await database.pool.query(
    `select indexrelid::regclass::text as name from pg_index where indrelid = 'cascade.steps'::regclass and indisvalid`,
  );
  return rows.map(({ name }) => name);
};

beforeEach(() => database.pool.query('drop schema if exists cascade cascade'));

test('on a cluster, a migration is one block, which runs its statements one by one, all or none', async () => {
  const calls: string[] = [];
  const onCluster = {
    begin: async () => void calls.push('begin'),
    finish: async (client: PoolClient) => {
      calls.push('finish');
      await client.query('update cascade.steps set step = step * 10 where step < 10');
    },
  };
  const asked = "insert into cascade.steps select 2 where current_query() like 'do %'";
  const two = { ...first, '000002_second.sql': `${asked};` };
  expect(await apply(two, { onCluster })).toEqual(['first', 'second']);
  expect(calls).toEqual(['begin', 'finish', 'begin', 'finish']);
  expect(await steps()).toEqual([10, 20]);
  const three = { ...two, '000003_third.sql': `${asked}; insert into cascade.steps values (1 / 0);` };
  await expect(apply(three, { onCluster })).rejects.toThrow('division by zero');
  expect(await steps()).toEqual([10, 20]);
});

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

describe('a migration without a transaction', () => {
  test('is applied once and recorded, by several processes at once', async () => {
    const applied = await Promise.all(Array.from({ length: 6 }, () => apply(indexed)));
    expect(applied.flat().sort()).toEqual(['first', 'indexed']);
    expect(await validIndexes()).toEqual(['cascade.by_step']);
  });

  test('replaces the invalid index that an interrupted build left behind', async () => {
    await apply(first);
    await database.pool.query('insert into cascade.steps values (1)');
    // The rows are not unique, so the index stays invalid.
    await expect(
      database.pool.query('create unique index concurrently by_step on cascade.steps (step)'),
    ).rejects.toThrow('could not create unique index');
    expect(await validIndexes()).toEqual([]);
    expect(await apply(indexed)).toEqual(['indexed']);
    expect(await validIndexes()).toEqual(['cascade.by_step']);
  });

  test('does so in each shard', async () => {
    const { connectionString } = database;
    const pool = createPool({
      connectionString,
      tables: tablesThroughCoordinator(1),
      size: 3,
      patience: setupPatience,
    });
    onTestFinished(async () => {
      await pool.query(named('drop schema cascade cascade'));
      await pool.end();
    });
    await migrate(pool, { folder: await folderWith(first) });
    await pool.query(named('insert into cascade.steps values (1)'));
    await expect(
      pool.query(named('create unique index concurrently by_step on cascade.steps (step)')),
    ).rejects.toThrow('could not create unique index');
    await migrate(pool, { folder: await folderWith(indexed) });
    const { rows } = await pool.query(
      named("select indisvalid from pg_index where indexrelid = to_regclass('cascade.by_step')"),
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  test('that was done but not recorded is recorded', async () => {
    await apply(indexed);
    await database.pool.query('delete from cascade.migrations where number = 2');
    expect(await apply(indexed)).toEqual(['indexed']);
  });

  test('may drop an index', async () => {
    await apply(indexed);
    const dropped = {
      ...indexed,
      '000003_dropped.sql': `${outside}drop index concurrently if exists cascade.by_step;`,
    };
    expect(await apply(dropped)).toEqual(['dropped']);
    expect(await validIndexes()).toEqual([]);
  });

  test('lets others write while it waits for an older transaction, and is cancelled by its signal', async () => {
    await apply(first);
    const older = await database.pool.connect();
    const stopping = new AbortController();
    try {
      await older.query('begin isolation level repeatable read');
      await older.query('select * from cascade.steps');
      const applying = apply(indexed, { signal: stopping.signal });
      await vi.waitFor(async () => {
        const { rows } = await database.pool.query(
          `select from pg_stat_activity where query like 'create index concurrently%' and wait_event = 'virtualxid'
             and datname = current_database()`,
        );
        expect(rows).toHaveLength(1);
      }, 60_000);
      await database.pool.query('insert into cascade.steps values (2)');
      stopping.abort();
      await expect(applying).rejects.toThrow('canceling statement due to user request');
    } finally {
      await older.query('rollback');
      older.release();
    }
    expect(await validIndexes()).toEqual([]);
    expect(await apply(indexed)).toEqual(['indexed']);
    expect(await validIndexes()).toEqual(['cascade.by_step']);
  });

  test.each([
    ['another statement', `${outside}insert into cascade.steps values (2);`],
    ['an index without a condition', `${outside}create index concurrently by_step on cascade.steps (step);`],
    ['an unknown mark', '-- runs: at night\nselect 1;'],
  ])('is refused with %s', async (_, text) => {
    await expect(apply({ ...first, '000002_wrong.sql': text })).rejects.toThrow(StoreError);
  });
});

describe('migrations that run while the service serves', () => {
  const late = {
    ...indexed,
    '000003_late.sql': '-- runs: while serving\ninsert into cascade.steps values (3);',
  };
  const needed = { ...late, '000004_needed.sql': 'insert into cascade.steps values (4);' };

  test('are left out of the needed ones', async () => {
    await apply(first);
    expect(await apply(late, { neededOnly: true })).toEqual([]);
    expect(await countLeft(database.pool, await folderWith(late))).toBe(2);
    expect(await apply(late)).toEqual(['indexed', 'late']);
    expect(await countLeft(database.pool, await folderWith(late))).toBe(0);
  });

  test('do not hold up a later migration that is needed', async () => {
    await apply(first);
    expect(await apply(needed, { neededOnly: true })).toEqual(['needed']);
    expect(await apply(needed)).toEqual(['indexed', 'late']);
    expect(await countLeft(database.pool, await folderWith(needed))).toBe(0);
  });

  test('wait, if they say so, until another one is a day old', async () => {
    const cleanup = {
      ...first,
      '000002_expand.sql': 'alter table cascade.steps add column more text;',
      '000003_contract.sql':
        '-- runs: while serving, a day after migration 2\nalter table cascade.steps drop column step;',
    };
    const age = (interval: string) =>
      database.pool.query(
        `update cascade.migrations set applied_at = now() - $1::interval where number = 2`,
        [interval],
      );
    const left = async () => countLeft(database.pool, await folderWith(cleanup));
    await apply(first);
    expect(await apply(cleanup)).toEqual(['expand']);
    await age('23 hours 59 minutes');
    expect(await apply(cleanup)).toEqual([]);
    expect(await left()).toBe(1);
    await age('24 hours 1 minute');
    expect(await apply(cleanup, { neededOnly: true })).toEqual([]);
    expect(await apply(cleanup)).toEqual(['contract']);
    expect(await left()).toBe(0);
  });

  test('do not wait while no replica runs', async () => {
    const cleanup = {
      ...first,
      '000002_contract.sql':
        '-- runs: while serving, a day after migration 1\ninsert into cascade.steps values (2);',
    };
    await apply(first);
    expect(await apply(cleanup)).toEqual([]);
    expect(await apply(cleanup, { isAlone: true })).toEqual(['contract']);
  });

  test('are applied at once to a new database', async () => {
    expect(await apply(late, { neededOnly: true })).toEqual(['first', 'indexed', 'late']);
  });
});

/** Until a migration waits for the lock of the table. */
const waitsForTable = () =>
  vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      `select from pg_locks where not granted and relation = 'cascade.steps'::regclass`,
    );
    expect(rows).toHaveLength(1);
  }, 60_000);

test('a migration that waits for the lock of a table lets others write meanwhile', async () => {
  await apply(first);
  const reader = await database.pool.connect();
  let applying: Promise<readonly string[]>;
  try {
    await reader.query('begin');
    await reader.query('select * from cascade.steps');
    applying = apply({ ...first, '000002_wider.sql': 'alter table cascade.steps add column more text;' });
    await waitsForTable();
    // It would wait for the reader, behind the migration.
    await database.pool.query('insert into cascade.steps values (2)');
  } finally {
    await reader.query('rollback');
    reader.release();
  }
  expect(await applying).toEqual(['wider']);
});

describe('while a table is vacuumed', () => {
  async function withVacuum(work: () => Promise<void>): Promise<void> {
    const vacuum = await database.pool.connect();
    try {
      await vacuum.query('begin');
      // As a vacuum does; other writers need not wait for it.
      await vacuum.query('lock table cascade.steps in share update exclusive mode');
      await work();
    } finally {
      await vacuum.query('rollback');
      vacuum.release();
    }
  }

  test('a migration that waits for it keeps no writer waiting', async () => {
    await apply(first);
    let applying: Promise<readonly string[]> | undefined;
    await withVacuum(async () => {
      applying = apply({ ...first, '000002_wider.sql': 'alter table cascade.steps add column more text;' });
      await waitsForTable();
      const writer = await database.pool.connect();
      await writer.query("set lock_timeout = '100ms'");
      await writer.query('insert into cascade.steps values (2)').finally(() => writer.release(true));
    });
    expect(await applying).toEqual(['wider']);
  });

  test('a migration that does not need it goes on', async () => {
    await apply(first);
    await withVacuum(async () => {
      expect(await apply(second)).toEqual(['second']);
    });
  });
});

test('a migration that ends in a deadlock is tried again', async () => {
  const deadlock =
    "do $$ begin if nextval('cascade.tries') = 1 then raise exception 'a deadlock' using errcode = '40P01'; end if; end $$;";
  const files = { '000001_tries.sql': 'create sequence cascade.tries;', '000002_deadlock.sql': deadlock };
  expect(await apply(files)).toEqual(['tries', 'deadlock']);
});

describe('functions', () => {
  const plus = (n: number) =>
    `create or replace function cascade.plus(step integer) returns integer language sql as $$ select step + ${n} $$;`;
  const trigger = `create or replace trigger kept before insert on cascade.steps
    for each row when (new.step < 0) execute function suppress_redundant_updates_trigger();`;
  const withPlus = (n: number, more = {}) => ({ ...second, 'functions/plus.sql': plus(n), ...more });
  const result = async () => (await database.pool.query('select cascade.plus(1) as result')).rows[0].result;
  const appliedAt = async () =>
    (await database.pool.query('select applied_at from cascade.functions where file = $1', ['plus.sql']))
      .rows;

  test('are applied behind the migrations, and again once their text differs', async () => {
    expect(await apply(withPlus(1))).toEqual(['first', 'second']);
    expect(await result()).toBe(2);
    const before = await appliedAt();
    expect(await apply(withPlus(1, { 'functions/kept.sql': trigger }))).toEqual([]);
    expect(await appliedAt()).toEqual(before);
    expect(await apply(withPlus(2), { neededOnly: true })).toEqual([]);
    expect(await result()).toBe(3);
    expect(await appliedAt()).not.toEqual(before);
  });

  test('of several processes at once are applied once', async () => {
    await apply(first);
    const counting = `create sequence if not exists cascade.applied; do $$ begin perform nextval('cascade.applied'); end $$;`;
    await Promise.all(
      Array.from({ length: 6 }, () => apply({ ...first, 'functions/counting.sql': counting })),
    );
    expect((await database.pool.query("select nextval('cascade.applied') as next")).rows).toEqual([
      { next: 2 },
    ]);
  });

  test.each([
    ['9.0.0', 2],
    ['10.0.0-next.3', 2],
    ['0.0.1', 3],
  ])('that version %s has applied give %i: a newer version keeps its own', async (version, wanted) => {
    await apply(withPlus(1));
    await database.pool.query('update cascade.functions set version = $1', [version]);
    await apply(withPlus(2));
    expect(await result()).toBe(wanted);
  });

  test('are all applied, or none', async () => {
    await apply(withPlus(1));
    await expect(apply(withPlus(2, { 'functions/wrong.sql': 'select 1 / 0;' }))).rejects.toThrow(
      'division by zero',
    );
    expect(await result()).toBe(2);
    expect(await apply(withPlus(2))).toEqual([]);
    expect(await result()).toBe(3);
  });

  test('let others write while a trigger waits for the lock of its table', async () => {
    await apply(withPlus(1));
    const writer = await database.pool.connect();
    let applying: Promise<readonly string[]>;
    try {
      await writer.query('begin');
      await writer.query('insert into cascade.steps values (3)');
      applying = apply(withPlus(1, { 'functions/kept.sql': trigger }));
      await waitsForTable();
      await database.pool.query('insert into cascade.steps values (4)');
    } finally {
      await writer.query('commit');
      writer.release();
    }
    expect(await applying).toEqual([]);
    const refused = database.pool.query('insert into cascade.steps values (-1)');
    await expect(refused).rejects.toThrow('must be called on update');
  });
});

describe('a baseline', () => {
  const older = { ...second, '000003_third.sql': 'insert into cascade.steps values (3);' };
  const baseline = {
    '000004_baseline.sql':
      '-- runs: instead of the migrations before, which version 3.2.1 applies\ncreate table cascade.steps (step integer);',
    '000005_fifth.sql': 'insert into cascade.steps values (5);',
  };

  test('makes a new database', async () => {
    expect(await apply(baseline)).toEqual(['baseline', 'fifth']);
    expect(await apply(baseline)).toEqual([]);
    expect(await steps()).toEqual([5]);
  });

  test('changes nothing in a database that has all migrations before it', async () => {
    await apply(older);
    expect(await apply(baseline)).toEqual(['baseline', 'fifth']);
    expect(await steps()).toEqual([1, 2, 3, 5]);
    expect(await countLeft(database.pool, await folderWith(baseline))).toBe(0);
  });

  test('refuses an older database, and names the version to start first', async () => {
    await apply(second);
    await expect(apply(baseline)).rejects.toThrow(StoreError);
    await expect(apply(baseline)).rejects.toThrow(
      /of the 3 migrations of version 3\.2\.1, it lacks 3\. Start version 3\.2\.1 of the service on it/,
    );
    expect(await steps()).toEqual([1, 2]);
  });

  test('refuses a database in which one migration waits for its day', async () => {
    await apply(older);
    await database.pool.query('delete from cascade.migrations where number = 2');
    await expect(apply(baseline)).rejects.toThrow(/it lacks 2\./);
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
    await expect(apply(files)).rejects.toThrow('without a gap');
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
