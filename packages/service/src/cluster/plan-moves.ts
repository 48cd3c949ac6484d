import type { Pool } from 'pg';
import { findShards, type Node, nodeName, type PlacedShard } from './nodes.ts';
import { shardOfSchema } from './shard.ts';

/** A shard that goes to another node. */
export interface ShardMove {
  readonly shard: SizedShard;
  readonly to: Node;
}

/** A shard with the size of all its tables and indexes, in bytes. */
export interface SizedShard extends PlacedShard {
  readonly bytes: number;
}

/**
 * Moves after which no node has two shards more than another, and none is on a node that takes no shards.
 * Each takes the smallest shard of the fullest node, so that little is copied.
 *
 * @param nodes Those that take shards.
 */
export function planMoves(shards: readonly SizedShard[], nodes: readonly Node[]): readonly ShardMove[] {
  const moves: ShardMove[] = [];
  const byNode = new Map(nodes.map((node) => [nodeName(node), { node, shards: [] as SizedShard[] }]));
  const leaving: SizedShard[] = [];
  for (const shard of shards.toSorted((a, b) => b.bytes - a.bytes || a.shard - b.shard))
    (byNode.get(nodeName(shard.node))?.shards ?? leaving).push(shard);
  const ranked = () => [...byNode.values()].sort((a, b) => a.shards.length - b.shards.length);

  function put(shard: SizedShard): void {
    const [emptiest] = ranked();
    if (emptiest === undefined) return;
    emptiest.shards.unshift(shard);
    moves.push({ shard, to: emptiest.node });
  }

  for (const shard of leaving) put(shard);
  for (;;) {
    const order = ranked();
    const emptiest = order[0];
    const fullest = order.at(-1);
    if (emptiest === undefined || fullest === undefined) return moves;
    if (fullest.shards.length - emptiest.shards.length < 2) return moves;
    const smallest = fullest.shards.pop();
    if (smallest === undefined) return moves;
    put(smallest);
  }
}

/** The shards with their sizes, by their numbers. */
export async function readSizedShards(pool: Pool): Promise<readonly SizedShard[]> {
  const { rows } = await pool.query<{ schema: string; bytes: number }>(sizes);
  const bytesOf = new Map<number, number>();
  for (const { schema, bytes } of rows) {
    const shard = shardOfSchema(schema);
    if (shard !== undefined) bytesOf.set(shard, (bytesOf.get(shard) ?? 0) + bytes);
  }
  const placed = await findShards(pool);
  return placed.map((one) => ({ ...one, bytes: bytesOf.get(one.shard) ?? 0 }));
}

const sizes = `
select space.nspname as schema, sum(part.shard_size)::bigint as bytes
from citus_shards part
join pg_class relation on relation.oid = part.table_name
join pg_namespace space on space.oid = relation.relnamespace
where space.nspname ~ '^cascade(_[0-9]+)?$'
group by space.nspname`;

/**
 * Moves a shard while it is used: its rows are copied, then what changed meanwhile, and at the end writers
 * wait for a moment.
 *
 * @param pool Of the coordinator, without a limit for statements.
 */
export async function moveShard(pool: Pool, { shard: { placement, node }, to }: ShardMove): Promise<void> {
  await pool.query("select citus_move_shard_placement($1, $2, $3, $4, $5, 'auto')", [
    placement,
    node.host,
    node.port,
    to.host,
    to.port,
  ]);
}
