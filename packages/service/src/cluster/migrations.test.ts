import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningService } from '../service-options.ts';
import { createPool, setupPatience } from '../store/create-pool.ts';
import { migrate } from '../store/migrate.ts';
import { ownMigrations, readMigrations } from '../store/read-migrations.ts';
import { inTransaction } from '../store/transaction.ts';
import { anAccount } from '../testing/declare.ts';
import { testClusterUrl } from '../testing/not-on-a-cluster.ts';
import { scheduling, send } from '../testing/requests.ts';
import { runHere } from '../testing/run-service.ts';
import { startTestService } from '../testing/start-test-service.ts';
import { named, withTestDatabase } from '../testing/test-database.ts';
import { findShards } from './nodes.ts';
import { migratingOnCluster, readNamesOnNode } from './place-functions.ts';
import { type ShardNumber, tablesOnNode, tablesThroughCoordinator } from './shard.ts';
import { allowedKinds, refusedKinds } from './testing/migration-kinds.ts';

const shards = [0, 1];
/** The last migration of this version. */
const own = (await readMigrations(ownMigrations)).at(-1)?.number ?? 0;
const names = ['first', 'second'];

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

test.skipIf(testClusterUrl !== '')(
  'a cluster (skipped: CASCADE_TEST_CLUSTER names no coordinator)',
  ({ skip }) => skip(),
);

if (testClusterUrl !== '')
  describe('the upgrade of a cluster that serves', () => {
    const database = withTestDatabase();
    let service: RunningService;
    let folder: string;

    const schedule = async (name: string) => (await send(service.url, scheduling({}, `${name}-key`))).status;

    async function withPool<Result>(pool: Pool, work: (pool: Pool) => Promise<Result>): Promise<Result> {
      return work(pool).finally(() => pool.end());
    }

    function onCoordinator<Result>(
      shard: ShardNumber,
      work: (pool: Pool) => Promise<Result>,
    ): Promise<Result> {
      const { connectionString } = database;
      return withPool(
        createPool({
          connectionString,
          tables: tablesThroughCoordinator(shard),
          size: 3,
          patience: setupPatience,
        }),
        work,
      );
    }

    /** As a replica uses a shard that starts now. */
    async function onNode<Result>(
      shard: ShardNumber,
      work: (pool: Pool) => Promise<Result>,
    ): Promise<Result> {
      const placed = (await findShards(database.pool)).find((one) => one.shard === shard);
      if (placed === undefined) throw new Error(`expected shard ${shard}`);
      const url = new URL(database.connectionString);
      url.host = `${placed.node.host}:${placed.node.port}`;
      const tables = tablesOnNode(shard, placed.placement, await readNamesOnNode(database.pool, shard));
      return withPool(createPool({ connectionString: url.href, tables, size: 3 }), work);
    }

    /** Meanwhile a transaction reads the shard on its node. */
    function reading(shard: ShardNumber, work: (reader: PoolClient) => Promise<void>): Promise<void> {
      return onNode(shard, (pool) =>
        inTransaction(
          pool,
          async (client) => {
            await client.query(named('select * from cascade.messages'));
            await work(client);
          },
          'begin isolation level repeatable read',
        ),
      );
    }

    const fileOf = (number: number) => join(folder, `${String(number).padStart(6, '0')}_of-a-test.sql`);

    /** As the first replica of the next version does: with one migration more, if it is not there yet. */
    async function upgrade(shard: ShardNumber, number: number, sql?: string): Promise<readonly number[]> {
      if (sql !== undefined) await writeFile(fileOf(number), sql);
      return onCoordinator(shard, async (pool) => {
        const done = await migrate(pool, { folder, onCluster: migratingOnCluster(shard) });
        return done.map((migration) => migration.number);
      });
    }

    const rowsOn = async (shard: ShardNumber, sql: string) =>
      onNode(shard, async (pool) => (await pool.query(named(sql))).rows);

    beforeAll(async () => {
      const environment = { DATABASE_URL: database.connectionString };
      await runHere(['cluster', 'distribute', '--shards', '2'], environment);
      folder = await mkdtemp(join(tmpdir(), 'cascade-newer-'));
      await cp(ownMigrations, folder, { recursive: true });
      service = await startTestService({
        database: database.connectionString,
        accounts: [...names.map((name) => anAccount(name, { balance: 100_000 }))],
      });
      for (const name of names) for (let n = 0; n < 5; n += 1) expect(await schedule(name)).toBe(200);
    });

    afterAll(async () => {
      await service?.close();
      await rm(folder, { recursive: true });
    });

    test.each(Object.entries(refusedKinds).filter(([, { isSilent }]) => isSilent !== true))(
      'Citus refuses %s',
      async (_, { sql }) => {
        await expect(upgrade(1, own + 1, sql)).rejects.toThrow();
        await rm(fileOf(own + 1));
      },
    );

    test('a migration that waits for a table lets others use it meanwhile', async () => {
      const late: number[] = [];
      let upgrading: Promise<readonly number[]> | undefined;
      await reading(1, async (reader) => {
        upgrading = upgrade(1, own + 1, 'alter table cascade.messages add column meanwhile text;');
        const begin = performance.now();
        while (performance.now() < begin + 6_000) {
          const { rows } = await reader.query('select');
          expect(rows).toHaveLength(1);
          const status = await schedule('second');
          if (performance.now() > begin + 2_000) late.push(status);
        }
      });
      expect(await upgrading).toEqual([own + 1]);
      await upgrade(0, own + 1);
      // A request that comes just when the migration tries again waits for a second, and may get 503.
      expect(late).toContain(200);
    });

    const kinds = Object.entries(allowedKinds).map(([kind, sql], at) => ({
      kind,
      sql,
      number: own + 2 + at,
    }));

    test.each(kinds)(
      'a migration that $kind runs in each shard, by two replicas at once, while an older one serves',
      async ({ sql, number }) => {
        if (sql.includes('a day after')) {
          for (const shard of shards) {
            expect(await upgrade(shard, number, sql)).toEqual([]);
            await onCoordinator(shard, (pool) =>
              pool.query(
                named(
                  "update cascade.migrations set applied_at = now() - interval '2 days' where number = 40",
                ),
              ),
            );
          }
        }
        for (const shard of shards) {
          const done = await Promise.all([upgrade(shard, number, sql), upgrade(shard, number, sql)]);
          expect(done.flat()).toEqual([number]);
        }
        for (const name of names) expect(await schedule(name)).toBe(200);
      },
    );

    describe.each(shards)('shard %i', (shard) => {
      test('has all of it on its node', async () => {
        expect(await rowsOn(shard, 'select distinct grade from cascade.messages order by 1')).toEqual([
          { grade: 2 },
          { grade: null },
        ]);
        const notes =
          'select note, count(*)::integer as count from cascade.extras group by note order by note';
        expect(await rowsOn(shard, notes)).toEqual([
          { note: 'by trigger', count: expect.any(Number) },
          { note: 'filled', count: expect.any(Number) },
        ]);
        const unfilled = `select from cascade.messages m where not exists (select from cascade.extras e where e.message_id = m.id)`;
        expect(await rowsOn(shard, unfilled)).toEqual([]);
        const counted = 'select cascade.count_extras(id) > 1000 as counted from cascade.accounts';
        expect(await rowsOn(shard, counted)).toEqual([{ counted: true }]);
        const columns = await rowsOn(shard, 'select * from cascade.messages limit 1');
        expect(Object.keys(columns[0])).not.toContain('note');
      });

      test('keeps its rules on its node', async () => {
        await expect(rowsOn(shard, 'update cascade.messages set grade = 1')).rejects.toThrow('has_grade');
        await expect(rowsOn(shard, 'insert into cascade.extras values (-1, -1)')).rejects.toThrow(
          'foreign key',
        );
      });

      test('runs its functions without Citus between', async () => {
        const tables = await onCoordinator(shard, async (pool) => {
          const { rows } = await pool.query(
            named(`select proname as name, prosrc as body from pg_proc
             where pronamespace = 'cascade'::regnamespace and proname in ('keep_extra', 'count_extras_on_node', 'old_helper')
             order by proname`),
          );
          return rows;
        });
        expect(tables).toEqual([
          { name: 'count_extras_on_node', body: expect.stringMatching(/from cascade\w*\.extras_\d+ e/) },
          { name: 'keep_extra', body: expect.stringMatching(/into cascade\w*\.extras_\d+/) },
        ]);
      });
    });

    test('a shard of the last release gets all migrations before it is distributed', async () => {
      const { connectionString } = database;
      const settings = ['citus.enable_ddl_propagation=off'];
      const older = createPool({
        connectionString,
        tables: tablesThroughCoordinator(2),
        size: 3,
        patience: setupPatience,
        settings,
      });
      const dump = await readFile(new URL('../../test/released/0.1.0.sql', import.meta.url), 'utf8');
      await withPool(older, (pool) => pool.query(named(dump)));
      const environment = { DATABASE_URL: connectionString };
      expect(await runHere(['cluster', 'distribute', '--shards', '3'], environment)).toMatchObject({
        code: 0,
      });
      const sql = 'select max(number) as last, count(*)::integer as count from cascade.migrations';
      const { rows } = await onCoordinator(2, (pool) => pool.query(named(sql)));
      expect(rows).toEqual([{ last: own, count: own }]);
    });

    test('an index whose build was ended midway is built again', async () => {
      const number = own + 2 + Object.keys(allowedKinds).length;
      const sql = `-- runs: while serving, without transaction

create index concurrently if not exists by_comment on cascade.messages (comment);`;
      await reading(1, async () => {
        const building = upgrade(1, number, sql);
        building.catch(() => {});
        await vi.waitFor(() => endBuild(), { timeout: 30_000, interval: 200 });
        await expect(building).rejects.toThrow();
      });
      expect(await upgrade(1, number)).toEqual([number]);
      expect(await rowsOn(1, validIndex)).toEqual([{ indisvalid: true }]);
    });

    /** As after a crash of the coordinator. */
    async function endBuild(): Promise<void> {
      const { rows } = await database.pool.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'active' and query like 'create index concurrently%'
          and state_change < now() - interval '1 second'`);
      expect(rows).toHaveLength(1);
    }

    const validIndex = `
      select indisvalid from pg_index
      where indrelid = 'cascade.messages'::regclass and indexrelid::regclass::text like '%by_comment%'`;
  });
