import type { Pool } from 'pg';
import { type NamesOnNode, type Shard, schemasOf } from '../store/shard.ts';

/** The function that accepts messages, on the node of its shard; see `placeFunctions`. */
const acceptOnNode = 'accept_messages_on_node';

/**
 * The tables of a shard as the node that has them knows them: with Citus' number of the table behind their names. They keep
 * these names wherever they are moved.
 *
 * @param pool Of any node.
 */
export async function readNamesOnNode(pool: Pool, shard: Shard): Promise<NamesOnNode> {
  const { tables, jobs } = schemasOf(shard);
  const { rows } = await pool.query<{ isJobs: boolean; name: string; placement: number }>(partsSql, [
    tables,
    jobs,
  ]);
  const names = rows.map(({ isJobs, name, placement }): [string, string] => [
    `${isJobs ? 'cascade_jobs' : 'cascade'}.${name}`,
    `${isJobs ? jobs : tables}.${name}_${placement}`,
  ]);
  return new Map([...names, ['cascade.accept_messages', `${tables}.${acceptOnNode}`]]);
}

const partsSql = `
select space.nspname = $2 as "isJobs", relation.relname as name, part.shardid as placement
from pg_dist_shard part
join pg_class relation on relation.oid = part.logicalrelid
join pg_namespace space on space.oid = relation.relnamespace
where space.nspname in ($1, $2)`;
