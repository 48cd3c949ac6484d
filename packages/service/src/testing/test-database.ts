import { randomUUID } from 'node:crypto';
import { createDatabase, retarget } from '@cascade/embedded-postgres/testing';
import { Client, escapeIdentifier, type Pool } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { onlyShard, tablesThroughCitus } from '../shards/shard.ts';
import { createPool, setupPatience } from '../store/create-pool.ts';
import { ownDatabase } from '../store/open-store.ts';
import { type Statement, statementOf, type Tables } from '../store/tables.ts';
import { copyOnCluster, dropOnCluster, type TestCluster } from './test-cluster.ts';
import { template } from './test-server.ts';

/** A database with the tables of the service and no rows. */
export interface TestDatabase {
  readonly connectionString: string;
  /** The same database on the node that has the tables, if the tests run on a cluster. */
  readonly home: string;
  readonly pool: Pool;
  /** For further pools: undefined unless the tests run on a cluster. */
  readonly tables: Tables | undefined;
}

/**
 * Gives the calling test file its own database, from its first `beforeAll` to its last `afterAll`. Requires
 * `testing/global-setup.ts` in vitest's `globalSetup`.
 */
export function withTestDatabase(): TestDatabase {
  let database: Awaited<ReturnType<typeof createTestDatabase>> | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());

  function current(): TestDatabase {
    if (database === undefined) throw new Error('the test database exists only after beforeAll');
    return database;
  }
  return {
    get connectionString() {
      return current().connectionString;
    },
    get home() {
      return current().home;
    },
    get pool() {
      return current().pool;
    },
    get tables() {
      return current().tables;
    },
  };
}

/** Copies the template. The caller drops the copy. */
export async function createTestDatabase(): Promise<TestDatabase & { drop(): Promise<void> }> {
  const cluster = inject('testCluster');
  return cluster === null ? createOnServer() : createOnCluster(cluster);
}

async function createOnCluster(cluster: TestCluster): ReturnType<typeof createTestDatabase> {
  const name = newName();
  const { coordinator: connectionString, home } = await copyOnCluster(cluster, name);
  const tables = tablesThroughCitus(onlyShard);
  const pool = createPool({ connectionString, applicationName: 'test', patience: setupPatience, tables });
  const drop = async () => {
    await pool.end();
    await dropOnCluster(cluster, name);
  };
  return { connectionString, home, pool, tables, drop };
}

async function createOnServer(): ReturnType<typeof createTestDatabase> {
  const name = newName();
  await administrate((administrator) => createDatabase(administrator, name, ownDatabase.user, template));
  const connectionString = retarget(inject('testServer'), { user: ownDatabase.user, database: name });
  const pool = createPool({ connectionString, applicationName: 'test', patience: setupPatience });
  const drop = async () => {
    await pool.end();
    await administrate((administrator) =>
      administrator.query(`drop database ${escapeIdentifier(name)} with (force)`),
    );
  };
  return { connectionString, home: connectionString, pool, tables: undefined, drop };
}

function newName(): string {
  return `test_${randomUUID()}`;
}

async function administrate(work: (administrator: Client) => Promise<unknown>): Promise<void> {
  const connectionString = inject('testServer');
  if (connectionString === undefined)
    throw new Error("the test server is missing: name src/testing/global-setup.ts in vitest's globalSetup");
  const administrator = new Client({ connectionString });
  await administrator.connect();
  try {
    await work(administrator);
  } finally {
    await administrator.end();
  }
}

/** SQL of a test, which names the tables as on one PostgreSQL, for the tables of any pool. */
export function named(text: string): Statement {
  return statementOf((names) => {
    const others: ReadonlyMap<string, string> = new Map(Object.entries(names));
    return text
      .replaceAll(/\bcascade\.(\w+)/g, (_, name) => others.get(name) ?? `${names.schema}.${name}`)
      .replaceAll(/\bschema cascade\b|'cascade'(?=::regnamespace)/gi, (found) =>
        found.replace('cascade', names.schema),
      );
  });
}
