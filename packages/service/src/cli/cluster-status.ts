import type { Pool } from 'pg';
import { checkCluster } from '../cluster/distribute.ts';
import { nameOf, readNodes } from '../cluster/nodes.ts';
import type { SizedShard } from '../cluster/plan-moves.ts';
import { readSizedShards } from '../cluster/read-status.ts';
import { inShard, type Shard } from '../store/shard.ts';
import { exitCode } from './exit-code.ts';
import { formatJson, formatTable } from './format.ts';
import { parseCommandLine } from './parse-command-line.ts';
import type { Action } from './run-action.ts';
import { withCoordinator } from './with-store.ts';

/** `cluster status` */
export const status: Action = async (args, terminal) => {
  const { values } = parseCommandLine(args, [], { json: { type: 'boolean' } });
  const found = await withCoordinator(values, terminal, async ({ pool }) => {
    await checkCluster(pool);
    const shards = await readSizedShards(pool);
    const accounts = await Promise.all(shards.map(({ shard }) => countAccounts(pool, shard)));
    const nodes = await readNodes(pool);
    return {
      shards: shards.map(({ shard, node, bytes }, at) => ({
        shard,
        node: nameOf(node),
        accounts: accounts[at],
        bytes,
      })),
      nodes: nodes.map((node) => ({ node: nameOf(node), ...sumOn(shards, nameOf(node)) })),
    };
  });
  if (values.json) terminal.out(formatJson(found));
  else if (found.shards.length === 0)
    terminal.out('The database is not distributed: cluster distribute does that.\n');
  else {
    terminal.out(formatTable(['shard', 'node', 'accounts', 'bytes'], found.shards));
    terminal.out(`\n${formatTable(['node', 'shards', 'bytes'], found.nodes)}`);
  }
  return exitCode.done;
};

async function countAccounts(pool: Pool, shard: Shard): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    inShard(shard)('select count(*)::integer as count from cascade.accounts'),
  );
  return rows[0]?.count ?? 0;
}

function sumOn(
  shards: readonly SizedShard[],
  name: string,
): { readonly shards: number; readonly bytes: number } {
  const own = shards.filter(({ node }) => nameOf(node) === name);
  return { shards: own.length, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) };
}
