import { randomUUID } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase, retarget, withConnection } from '@cascade/embedded-postgres/testing';
import { type Client, escapeIdentifier, type Pool } from 'pg';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { firstShard, tablesThroughCoordinator } from '../cluster/shard.ts';
import {
  copyOnCluster,
  dropOnCluster,
  type TestCluster,
  tablesOnHome,
} from '../cluster/testing/test-cluster.ts';
import { createPool, setupPatience } from '../store/create-pool.ts';
import { ownDatabase } from '../store/open-store.ts';
import { type Statement, statementOf, type Tables } from '../store/tables.ts';
import { onTheNode } from './not-on-a-cluster.ts';
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
  const database = createPending<Awaited<ReturnType<typeof createTestDatabase>>>('the test database');
  beforeAll(async () => database.begin(await createTestDatabase()));
  afterAll(() => database.end()?.drop());
  return database.view;
}

/** What a hook of a test file begins and another one ends, as what all tests see. */
export function createPending<Thing extends object>(name: string) {
  let current: Thing | undefined;
  return {
    begin(thing: Thing): void {
      current = thing;
    },
    end(): Thing | undefined {
      const ended = current;
      current = undefined;
      return ended;
    },
    view: new Proxy({} as Thing, {
      get(_, member) {
        if (current === undefined) throw new Error(`${name} exists only after its hook`);
        return Reflect.get(current, member);
      },
    }),
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
  const settings = { connectionString, applicationName: 'test', patience: setupPatience };
  // SQL of a test that names no shard is planned by the coordinator, which needs the values for it.
  const planned = ['plan_cache_mode=force_custom_plan'];
  const tables = isOnTheNode() ? await tablesOnHome(home) : tablesThroughCoordinator(firstShard);
  const pool = createPool({ ...settings, tables, settings: planned });
  const drop = async () => {
    await pool.end();
    await dropOnCluster(cluster, name);
  };
  return { connectionString, home, pool, tables, drop };
}

const serviceFolder = fileURLToPath(new URL('../..', import.meta.url));

/** See `onTheNode`. */
function isOnTheNode(): boolean {
  const { testPath = '' } = expect.getState();
  const path = relative(serviceFolder, testPath);
  return onTheNode.some((pattern) => pattern.test(path));
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

function administrate(work: (administrator: Client) => Promise<unknown>): Promise<unknown> {
  const connectionString = inject('testServer');
  if (connectionString === undefined)
    throw new Error("the test server is missing: name src/testing/global-setup.ts in vitest's globalSetup");
  return withConnection(connectionString, work);
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
