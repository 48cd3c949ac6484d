import type { Pool } from 'pg';
import { type ShardNumber, shardOfSchema } from './shard.ts';

/** A server of a Citus cluster that may have shards. */
export interface Node {
  /** As the nodes reach each other. */
  readonly host: string;
  readonly port: number;
}

/** Whether the database has Citus. */
export async function isCluster(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    "select exists (select from pg_extension where extname = 'citus') as found",
  );
  return rows[0]?.found === true;
}

/** The nodes that shards are put on, in the order in which they joined. */
export async function readNodes(pool: Pool): Promise<readonly Node[]> {
  const { rows } = await pool.query<Node>(`
    select nodename as host, nodeport as port from pg_dist_node
    where noderole = 'primary' and isactive and shouldhaveshards
    order by nodeid`);
  return rows;
}

export function nodeName({ host, port }: Node): string {
  return `${host}:${port}`;
}

/** A shard, and where it is now. */
export interface PlacedShard {
  readonly shard: ShardNumber;
  /** Citus' number of one of its tables; the others lie beside it. */
  readonly placement: number;
  readonly node: Node;
}

/**
 * The shards of the cluster that can be used, by their numbers; none if the database is not distributed. A
 * shard is distributed table by table, with that of the migrations last.
 *
 * @param pool Of any node.
 */
export async function findShards(pool: Pool): Promise<readonly PlacedShard[]> {
  if (!(await isCluster(pool))) return [];
  const { rows } = await pool.query<{ schema: string; placement: number; host: string; port: number }>(
    placed,
  );
  return rows
    .flatMap(({ schema, placement, host, port }): PlacedShard[] => {
      const shard = shardOfSchema(schema);
      return shard === undefined ? [] : [{ shard, placement, node: { host, port } }];
    })
    .sort((a, b) => a.shard - b.shard);
}

const placed = `
select space.nspname as schema, part.shardid as placement, node.nodename as host, node.nodeport as port
from pg_dist_shard part
join pg_class relation on relation.oid = part.logicalrelid
join pg_namespace space on space.oid = relation.relnamespace
join pg_dist_placement place on place.shardid = part.shardid
join pg_dist_node node on node.groupid = place.groupid and node.noderole = 'primary'
where relation.relname = 'migrations' and space.nspname ~ '^cascade(_[0-9]+)?$'`;
