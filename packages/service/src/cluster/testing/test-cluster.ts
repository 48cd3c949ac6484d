import { randomUUID } from 'node:crypto';
import { withConnection } from '@cascade/embedded-postgres/testing';
import { escapeIdentifier } from 'pg';
import { silent } from '../../log.ts';
import { createConnections } from '../../store/connection/connections.ts';
import { createPool } from '../../store/create-pool.ts';
import type { Tables } from '../../store/tables.ts';
import { createShard } from '../distribute.ts';
import { findShards, type Node } from '../nodes.ts';
import { readNamesOnNode } from '../place-functions.ts';
import { firstShard } from '../shard.ts';

/** A cluster for tests; its databases are the same on every node. */
export interface TestCluster {
  /** Administrators' connections to the nodes, the coordinator first. */
  readonly nodes: readonly string[];
  /** That to the node that has the tables. */
  readonly home: string;
  /** The database that each test file copies on every node: with shard 0, without rows. */
  readonly template: string;
}

/**
 * Prepares the template on the cluster. What Citus knows of tables and nodes is in the database, so a copy
 * works at once.
 */
export async function prepareTestCluster(
  coordinator: string,
): Promise<TestCluster & { remove(): Promise<void> }> {
  const nodes = await findNodes(coordinator);
  const template = `template_${randomUUID().slice(0, 8)}`;
  const cluster = { nodes, template, home: coordinator };
  await onEach(cluster, `create database ${cluster.template}`);
  await onEach(cluster, 'create extension citus', cluster.template);
  const here = databaseOn(coordinator, cluster.template);
  await run(here, joinAll(nodes));
  // On the coordinator, whose sequences give numbers as those of one PostgreSQL do.
  await run(
    here,
    nodes.map((node, place) => takesShards(node, place === 0)),
  );
  await createShard({ connectionString: here, connections: createConnections(), log: silent }, firstShard);
  await run(
    here,
    nodes.map((node, place) => takesShards(node, place > 0)),
  );
  const home = await findHome(here, coordinator);
  // PostgreSQL copies a template only while it has no connections; Citus keeps some for its own upkeep.
  await onEach(cluster, `alter database ${cluster.template} allow_connections false`);
  await onEach(cluster, endAll(cluster.template));
  const remove = () => dropOnCluster(cluster, cluster.template);
  return { ...cluster, home, remove };
}

/** Copies the template, and returns the URLs of the copy. */
export async function copyOnCluster(
  cluster: TestCluster,
  name: string,
): Promise<{ readonly coordinator: string; readonly home: string }> {
  await onEach(cluster, `create database ${escapeIdentifier(name)} template ${cluster.template}`);
  return { coordinator: databaseOn(cluster.nodes[0] ?? '', name), home: databaseOn(cluster.home, name) };
}

/**
 * The tables of a copy as the node that has them knows them. Nothing holds them there, since no test moves
 * them: a test may begin a transaction itself.
 */
export async function tablesOnHome(connectionString: string): Promise<Tables> {
  const pool = createPool({ connectionString, size: 1 });
  try {
    return { names: await readNamesOnNode(pool, firstShard), isRouted: false };
  } finally {
    await pool.end();
  }
}

export async function dropOnCluster(cluster: TestCluster, name: string): Promise<void> {
  await onEach(cluster, `drop database ${escapeIdentifier(name)} with (force)`);
}

async function findHome(database: string, coordinator: string): Promise<string> {
  const pool = createPool({ connectionString: database, size: 1 });
  const [placed] = await findShards(pool).finally(() => pool.end());
  if (placed === undefined) throw new Error('expected shard 0 on the cluster');
  return serverOf(coordinator, placed.node);
}

function serverOf(coordinator: string, { host, port }: Node): string {
  const url = new URL(coordinator);
  url.host = `${host}:${port}`;
  return url.href;
}

function findNodes(coordinator: string): Promise<readonly string[]> {
  return withConnection(coordinator, async (client) => {
    const { rows } = await client.query<Node>(
      'select nodename as host, nodeport as port from pg_dist_node order by groupid',
    );
    return rows.map((node) => serverOf(coordinator, node));
  });
}

function joinAll(nodes: readonly string[]): string[] {
  return nodes.map((node, place) => {
    const { hostname, port } = new URL(node);
    return `select citus_${place === 0 ? 'set_coordinator_host' : 'add_node'}('${hostname}', ${port})`;
  });
}

function takesShards(node: string, takes: boolean): string {
  const { hostname, port } = new URL(node);
  return `select citus_set_node_property('${hostname}', ${port}, 'shouldhaveshards', ${takes})`;
}

function endAll(database: string): string {
  return `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`;
}

function databaseOn(node: string, name: string): string {
  const url = new URL(node);
  url.pathname = name;
  return url.href;
}

/** @param database That of the cluster's URL if absent. */
async function onEach({ nodes }: TestCluster, statement: string, database?: string): Promise<void> {
  await Promise.all(
    nodes.map((node) => run(database === undefined ? node : databaseOn(node, database), [statement])),
  );
}

function run(connectionString: string, statements: readonly string[]): Promise<void> {
  return withConnection(connectionString, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}
