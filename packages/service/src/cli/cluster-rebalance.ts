import type { Pool } from 'pg';
import { checkCluster } from '../cluster/distribute.ts';
import { moveShard } from '../cluster/move-shard.ts';
import { nameOf, readNodes } from '../cluster/nodes.ts';
import { type Move, planMoves } from '../cluster/plan-moves.ts';
import { readSizedShards } from '../cluster/read-status.ts';
import { createPool, setupPatience } from '../store/create-pool.ts';
import { StoreError } from '../store/store-error.ts';
import { exitCode } from './exit-code.ts';
import { parseCommandLine, parseShard } from './parse-command-line.ts';
import type { Action } from './run-action.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { withCoordinator } from './with-store.ts';

/** `cluster rebalance` */
export const rebalance: Action = async (args, terminal) => {
  const { values } = parseCommandLine(args, [], {
    shard: { type: 'string' },
    to: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
  });
  if ((values.shard === undefined) !== (values.to === undefined))
    throw new UsageError('--shard and --to must be given together.');
  const chosen =
    values.shard === undefined ? undefined : { shard: parseShard(values.shard), to: values.to ?? '' };
  await withCoordinator(values, terminal, async ({ pool, place }) => {
    await checkCluster(pool);
    const moves = await chooseMoves(pool, chosen);
    if (moves.length === 0) terminal.out('Nothing to move.\n');
    const patient = createPool({ ...place, size: 1, patience: { ...setupPatience, statement: 0 } });
    try {
      for (const move of moves) await carryOut(patient, move, values['dry-run'], terminal);
    } finally {
      await patient.end();
    }
  });
  return exitCode.done;
};

async function chooseMoves(
  pool: Pool,
  chosen: { readonly shard: number; readonly to: string } | undefined,
): Promise<readonly Move[]> {
  const shards = await readSizedShards(pool);
  const nodes = await readNodes(pool);
  if (chosen === undefined) return planMoves(shards, nodes);
  const shard = shards.find((one) => one.shard === chosen.shard);
  const to = nodes.find((node) => nameOf(node) === chosen.to);
  if (shard === undefined)
    throw new StoreError(
      `The cluster has no shard ${chosen.shard}; it has ${shards.map((one) => one.shard).join(', ')}.`,
    );
  if (to === undefined)
    throw new StoreError(`No node ${chosen.to} takes shards; these do: ${nodes.map(nameOf).join(', ')}.`);
  return nameOf(shard.node) === chosen.to ? [] : [{ shard, to }];
}

async function carryOut(pool: Pool, move: Move, isDry: boolean, { out }: Terminal): Promise<void> {
  const { shard, to } = move;
  const what = `shard ${shard.shard} (${shard.bytes} bytes) from ${nameOf(shard.node)} to ${nameOf(to)}`;
  if (isDry) {
    out(`would move ${what}\n`);
    return;
  }
  out(`moving ${what} …\n`);
  const began = performance.now();
  await moveShard(pool, move);
  out(`moved in ${((performance.now() - began) / 1_000).toFixed(1)} s\n`);
}
