import type { PlacedShard } from './find-shards.ts';
import { type Node, nameOf } from './nodes.ts';

/** A shard that goes to another node. */
export interface Move {
  readonly shard: SizedShard;
  readonly to: Node;
}

/** A shard with the size of all its tables and indexes, in bytes. */
export interface SizedShard extends PlacedShard {
  readonly bytes: number;
}

/**
 * Moves after which no node has two shards more than another, and none is on a node that takes no shards. Each takes the
 * smallest shard of the fullest node, so that little is copied.
 *
 * @param nodes Those that take shards.
 */
export function planMoves(shards: readonly SizedShard[], nodes: readonly Node[]): readonly Move[] {
  const moves: Move[] = [];
  const byNode = new Map(nodes.map((node) => [nameOf(node), { node, shards: [] as SizedShard[] }]));
  const leaving: SizedShard[] = [];
  for (const shard of shards.toSorted((a, b) => b.bytes - a.bytes || a.shard - b.shard))
    (byNode.get(nameOf(shard.node))?.shards ?? leaving).push(shard);
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
    const [emptiest, fullest] = [order[0], order.at(-1)];
    if (emptiest === undefined || fullest === undefined) return moves;
    if (fullest.shards.length - emptiest.shards.length < 2) return moves;
    const smallest = fullest.shards.pop();
    if (smallest === undefined) return moves;
    put(smallest);
  }
}
