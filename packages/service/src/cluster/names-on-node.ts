import type { Pool, PoolClient } from 'pg';
import { type NamesOnNode, type Shard, schemasOf } from '../store/shard.ts';

/** Behind the name of a function, in the form for the node of its shard; see `placeFunctions`. */
export const onNodeSuffix = '_on_node';

/**
 * The tables and functions of a shard as the node that has them knows them: tables with Citus' number of the table behind
 * their names. They keep these names wherever they are moved.
 *
 * @param pool Of any node.
 */
export async function readNamesOnNode(pool: Pool | PoolClient, shard: Shard): Promise<NamesOnNode> {
  const { tables } = schemasOf(shard);
  const { rows } = await pool.query<{ copy: string }>(copiesSql, [tables, `%${onNodeSuffix}`]);
  const functions = rows.map(({ copy }): [string, string] => [
    `cascade.${copy.slice(0, -onNodeSuffix.length)}`,
    `${tables}.${copy}`,
  ]);
  return new Map([...(await readTablesOnNode(pool, shard)), ...functions]);
}

/** The tables alone. */
export async function readTablesOnNode(pool: Pool | PoolClient, shard: Shard): Promise<NamesOnNode> {
  const { tables, jobs } = schemasOf(shard);
  const { rows } = await pool.query<{ isJobs: boolean; name: string; placement: number }>(partsSql, [
    tables,
    jobs,
  ]);
  return new Map(
    rows.map(({ isJobs, name, placement }) => [
      `${isJobs ? 'cascade_jobs' : 'cascade'}.${name}`,
      `${isJobs ? jobs : tables}.${name}_${placement}`,
    ]),
  );
}

const copiesSql = `
select distinct routine.proname as copy
from pg_proc routine
where routine.pronamespace = $1::regnamespace and routine.proname like $2`;

const partsSql = `
select space.nspname = $2 as "isJobs", relation.relname as name, part.shardid as placement
from pg_dist_shard part
join pg_class relation on relation.oid = part.logicalrelid
join pg_namespace space on space.oid = relation.relnamespace
where space.nspname in ($1, $2)`;
