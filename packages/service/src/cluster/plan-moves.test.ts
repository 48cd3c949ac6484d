import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Node, nodeName } from './nodes.ts';
import { planMoves, type SizedShard } from './plan-moves.ts';

const node = (port: number): Node => ({ host: 'db.example.test', port });
const shardOn = (shard: number, port: number, bytes = 100): SizedShard => ({
  shard,
  node: node(port),
  placement: 100_000 + shard,
  bytes,
});

test('a new node gets the smallest shards of the fullest one', () => {
  const shards = [shardOn(0, 1, 900), shardOn(1, 1, 10), shardOn(2, 1, 20), shardOn(3, 1, 30)];
  const moves = planMoves(shards, [node(1), node(2)]);
  expect(moves.map(({ shard, to }) => [shard.shard, to.port])).toEqual([
    [1, 2],
    [2, 2],
  ]);
});

test('a node that takes no shards any more is left by all of them', () => {
  const moves = planMoves([shardOn(0, 1), shardOn(1, 9), shardOn(2, 9)], [node(1), node(2)]);
  expect(moves.map(({ shard }) => shard.shard).sort()).toEqual([1, 2]);
  expect(moves.map(({ to }) => to.port)).not.toContain(9);
});

describe('whatever lies where', () => {
  const anyPlaced = fc.array(fc.record({ port: fc.integer({ min: 1, max: 6 }), bytes: fc.nat(1_000) }), {
    maxLength: 24,
  });
  const anyNodes = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 });

  test('no node has two shards more than another, and each shard moves once at most', () => {
    fc.assert(
      fc.property(anyPlaced, anyNodes, (placed, ports) => {
        const shards = placed.map(({ port, bytes }, shard) => shardOn(shard, port, bytes));
        const moves = planMoves(shards, ports.map(node));
        const moved = new Map(moves.map(({ shard, to }) => [shard.shard, to]));
        expect(moved.size).toBe(moves.length);
        const counts = new Map(ports.map((port) => [nodeName(node(port)), 0]));
        for (const one of shards) {
          const at = nodeName(moved.get(one.shard) ?? one.node);
          expect([...counts.keys()]).toContain(at);
          counts.set(at, (counts.get(at) ?? 0) + 1);
        }
        expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThan(2);
        for (const { shard, to } of moves) expect(nodeName(to)).not.toBe(nodeName(shard.node));
        expect(
          planMoves(
            shards.map((one) => ({ ...one, node: moved.get(one.shard) ?? one.node })),
            ports.map(node),
          ),
        ).toEqual([]);
      }),
    );
  });
});
