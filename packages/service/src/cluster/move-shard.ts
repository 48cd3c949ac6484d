import type { Pool } from 'pg';
import type { Move } from './plan-moves.ts';

/**
 * Moves a shard while it is used: its rows are copied, then what changed meanwhile, and at the end writers wait for a moment.
 *
 * @param pool Of the coordinator, without a limit for statements.
 */
export async function moveShard(pool: Pool, { shard: { placement, node }, to }: Move): Promise<void> {
  await pool.query("select citus_move_shard_placement($1, $2, $3, $4, $5, 'auto')", [
    placement,
    ...[node.host, node.port],
    ...[to.host, to.port],
  ]);
}
