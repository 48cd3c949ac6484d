import type { Command } from '@commander-js/extra-typings';
import type { Pool } from 'pg';
import { checkCluster, distribute } from '../cluster/distribute.ts';
import { nodeName, readNodes } from '../cluster/nodes.ts';
import {
  moveShard,
  planMoves,
  readSizedShards,
  type ShardMove,
  type SizedShard,
} from '../cluster/plan-moves.ts';
import { mostShards, type ShardNumber, tablesThroughCoordinator } from '../cluster/shard.ts';
import type { Log } from '../log.ts';
import { StoreError } from '../store/connection/errors.ts';
import { createPool, setupPatience } from '../store/create-pool.ts';
import { openStore, type Store } from '../store/open-store.ts';
import { type DatabaseOptions, databaseOf } from './database-of.ts';
import { numberIn, options, UsageError } from './options.ts';
import { formatJson, formatTable, type Terminal } from './terminal.ts';
import { settingsFor } from './with-store.ts';

/** Shows, creates and moves the shards of a cluster. */
export function addCluster(program: Command, terminal: Terminal): void {
  const cluster = program
    .command('cluster')
    .description('shows, creates and moves the shards of a Citus cluster')
    .addHelpText(
      'after',
      `
A shard holds accounts, with all their messages and jobs, on one node.

Examples:
  DATABASE_URL=postgresql://cascade@coordinator.example.test/cascade cascade-service cluster distribute --shards 8
  cascade-service cluster status
  cascade-service cluster rebalance --dry-run`,
    );

  cluster
    .command('status')
    .description('shows shards and nodes')
    .addOption(options.json)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async ({ json, ...at }) => {
      const found = await withCoordinator(at, terminal, ({ pool }) => readStatus(pool));
      if (json) terminal.out(formatJson(found));
      else if (found.shards.length === 0)
        terminal.out('The database is not distributed: cluster distribute does that.\n');
      else {
        terminal.out(formatTable(['shard', 'node', 'accounts', 'bytes'], found.shards));
        terminal.out(`\n${formatTable(['node', 'shards', 'bytes'], found.nodes)}`);
      }
    });

  cluster
    .command('distribute')
    .summary('creates shards')
    .description(
      'creates shards: what the database has becomes shard 0, whole; stop all replicas before. Later it adds shards: restart the replicas then, and apply accounts to them last. A new account goes to the shard with the fewest accounts, and stays in it',
    )
    .requiredOption(
      '--shards <number>',
      'the number of shards to have, 64 at most: two for each node that you will ever have',
      numberIn(1, mostShards),
    )
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async ({ shards, ...at }) => {
      await withCoordinator(at, terminal, ({ pool, place }) =>
        distribute(pool, { ...place, onProgress: (text) => terminal.err(`${text}\n`) }, shards),
      );
      terminal.out(`The cluster has ${shards} shards. Start the replicas, or restart them.\n`);
    });

  addRebalance(cluster, terminal);
}

/** `cluster rebalance` */
function addRebalance(cluster: Command, terminal: Terminal): void {
  cluster
    .command('rebalance')
    .summary('moves shards while they are used')
    .description(
      'moves shards while they are used, until no node has two more than another, or moves one shard to a node of your choice',
    )
    .option('--shard <number>', 'the shard to move', numberIn(0, 99))
    .option('--to <host:port>', 'the node that gets it, as status shows nodes')
    .option('--dry-run', 'says what would be moved, and moves nothing', false)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async ({ shard, to, dryRun, ...at }) => {
      if ((shard === undefined) !== (to === undefined))
        throw new UsageError('--shard and --to must be given together.');
      const chosen = shard === undefined || to === undefined ? undefined : { shard, to };
      await withCoordinator(at, terminal, async ({ pool, place }) => {
        await checkCluster(pool);
        const moves = await chooseMoves(pool, chosen);
        if (moves.length === 0) terminal.out('Nothing to move.\n');
        const patient = createPool({ ...place, size: 1, patience: { ...setupPatience, statement: 0 } });
        try {
          for (const move of moves) await carryOut(patient, move, dryRun, terminal);
        } finally {
          await patient.end();
        }
      });
    });
}

/** The coordinator of a cluster. */
interface Coordinator {
  readonly pool: Pool;
  /** For further pools. */
  readonly place: Pick<Store, 'connectionString' | 'connections'> & { readonly log: Log };
}

/**
 * Runs the work on the coordinator of a cluster.
 * @throws {UsageError} if the command line names no server: the service's own is not a cluster.
 */
async function withCoordinator<Result>(
  options: DatabaseOptions,
  terminal: Terminal,
  work: (coordinator: Coordinator) => Promise<Result>,
): Promise<Result> {
  const database = databaseOf(options, terminal);
  if ((database.databaseUrl ?? '') === '')
    throw new UsageError(
      'A cluster needs --database-url or the variable DATABASE_URL, with its coordinator.',
    );
  const store = await openStore({ ...database, ...settingsFor(terminal), poolSize: 2 });
  try {
    return await work({ pool: store.pool, place: { ...store, log: settingsFor(terminal).log } });
  } finally {
    await store.close();
  }
}

async function readStatus(pool: Pool) {
  await checkCluster(pool);
  const shards = await readSizedShards(pool);
  const accounts = await Promise.all(shards.map(({ shard }) => countAccounts(pool, shard)));
  const nodes = await readNodes(pool);
  return {
    shards: shards.map(({ shard, node, bytes }, at) => ({
      shard,
      node: nodeName(node),
      accounts: accounts[at],
      bytes,
    })),
    nodes: nodes.map((node) => ({ node: nodeName(node), ...sumOn(shards, nodeName(node)) })),
  };
}

async function countAccounts(pool: Pool, shard: ShardNumber): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from ${tablesThroughCoordinator(shard).names.accounts}`,
  );
  return rows[0]?.count ?? 0;
}

function sumOn(
  shards: readonly SizedShard[],
  name: string,
): { readonly shards: number; readonly bytes: number } {
  const own = shards.filter(({ node }) => nodeName(node) === name);
  return { shards: own.length, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function chooseMoves(
  pool: Pool,
  chosen: { readonly shard: number; readonly to: string } | undefined,
): Promise<readonly ShardMove[]> {
  const shards = await readSizedShards(pool);
  const nodes = await readNodes(pool);
  if (chosen === undefined) return planMoves(shards, nodes);
  const shard = shards.find((one) => one.shard === chosen.shard);
  const to = nodes.find((node) => nodeName(node) === chosen.to);
  if (shard === undefined)
    throw new StoreError(
      `The cluster has no shard ${chosen.shard}; it has ${shards.map((one) => one.shard).join(', ')}.`,
    );
  if (to === undefined)
    throw new StoreError(`No node ${chosen.to} takes shards; these do: ${nodes.map(nodeName).join(', ')}.`);
  return nodeName(shard.node) === chosen.to ? [] : [{ shard, to }];
}

async function carryOut(pool: Pool, move: ShardMove, isDry: boolean, { out }: Terminal): Promise<void> {
  const { shard, to } = move;
  const what = `shard ${shard.shard} (${shard.bytes} bytes) from ${nodeName(shard.node)} to ${nodeName(to)}`;
  if (isDry) {
    out(`would move ${what}\n`);
    return;
  }
  out(`moving ${what} …\n`);
  const began = performance.now();
  await moveShard(pool, move);
  out(`moved in ${((performance.now() - began) / 1_000).toFixed(1)} s\n`);
}
