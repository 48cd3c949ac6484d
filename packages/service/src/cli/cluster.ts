import { distribute } from '../cluster/distribute.ts';
import { rebalance } from './cluster-rebalance.ts';
import { status } from './cluster-status.ts';
import type { Command } from './command.ts';
import { exitCode } from './exit-code.ts';
import { parseCommandLine, parseShards, required } from './parse-command-line.ts';
import { type Action, runAction } from './run-action.ts';
import { databaseOptions, exitCodes } from './usage.ts';
import { withCoordinator } from './with-store.ts';

const help = `cascade-service cluster: the shards of a Citus cluster

Usage
  cascade-service cluster status [--json]
  cascade-service cluster distribute --shards <number>
  cascade-service cluster rebalance [--dry-run]
  cascade-service cluster rebalance --shard <number> --to <host:port> [--dry-run]

A shard holds accounts, with all their messages and jobs, on one node. distribute creates shards: what the database has
becomes shard 0, whole; stop all replicas before. Later it adds shards: restart the replicas then, and apply accounts to
them last. A new account goes to the shard with the fewest accounts, and stays in it. rebalance moves shards while they
are used, until no node has two more than another, or moves one shard to a node of your choice.

Options
  --shards <number>     the number of shards to have, 64 at most: two for each node that you will ever have
  --shard <number>      the shard to move
  --to <host:port>      the node that gets it, as status shows nodes
  --dry-run             says what would be moved, and moves nothing
  --json                for programs
${databaseOptions}
Examples
  DATABASE_URL=postgresql://cascade@coordinator.example.test/cascade cascade-service cluster distribute --shards 8
  cascade-service cluster status
  cascade-service cluster rebalance --dry-run

${exitCodes}`;

/** `cluster distribute` */
const create: Action = async (args, terminal) => {
  const { values } = parseCommandLine(args, [], { shards: { type: 'string' } });
  const count = parseShards(required(values.shards, 'shards'));
  await withCoordinator(values, terminal, ({ pool, place }) =>
    distribute(pool, { ...place, onProgress: (text) => terminal.err(`${text}\n`) }, count),
  );
  terminal.out(`The cluster has ${count} shards. Start the replicas, or restart them.\n`);
  return exitCode.done;
};

/** Shows, creates and moves the shards of a cluster. */
export const cluster: Command = {
  name: 'cluster',
  summary: 'shows, creates and moves the shards of a Citus cluster',
  help,
  run: async (args, terminal) => runAction({ status, distribute: create, rebalance }, args, terminal),
};
