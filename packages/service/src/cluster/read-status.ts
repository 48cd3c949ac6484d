import type { Pool } from 'pg';
import { shardOfSchema } from '../store/shard.ts';
import { findShards } from './find-shards.ts';
import type { SizedShard } from './plan-moves.ts';

/** The shards with their sizes, by their numbers. The jobs of a shard count, too. */
export async function readSizedShards(pool: Pool): Promise<readonly SizedShard[]> {
  const { rows } = await pool.query<{ schema: string; bytes: number }>(sizes);
  const bytesOf = new Map<number, number>();
  for (const { schema, bytes } of rows) {
    const shard = shardOfSchema(schema.replace(/_jobs$/, ''));
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
where space.nspname ~ '^cascade(_[0-9]+)?(_jobs)?$'
group by space.nspname`;
