import type { OnCluster } from '../store/migrate.ts';
import { type Shard, schemasOf } from '../store/shard.ts';
import { distributeTables } from './distribute-tables.ts';
import { placeFunctionsIn } from './place-functions.ts';

/**
 * What a migration of a shard does beside its statements, in its transaction, so that no replica sees a part of it: the tables
 * that it created move to the node of the shard, and nodes get its functions.
 */
export function migratingOnCluster(shard: Shard): OnCluster {
  return {
    async begin(client) {
      // Else the limit of the wait for locks, which is set next, would hold on the coordinator alone, where none are taken.
      await client.query("set local citus.propagate_set_commands = 'local'");
      await client.query(allowTriggers);
    },
    async finish(client) {
      await distributeTables(client, [schemasOf(shard).tables]);
      await placeFunctionsIn(client, shard);
    },
  };
}

/** A trigger writes beside the row that it fires for, so on the same node. */
const allowTriggers = 'set local citus.enable_unsafe_triggers = on';
