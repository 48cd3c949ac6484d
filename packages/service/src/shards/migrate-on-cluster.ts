import type { Pool, PoolClient } from 'pg';
import type { OnCluster } from '../store/migrate.ts';
import { placeFunctionsIn } from './place-functions.ts';
import { type ShardNumber, schemaOf } from './shard.ts';

/**
 * What a migration of a shard does beside its statements, in its transaction, so that no replica sees a part of it: the tables
 * that it created move to the node of the shard, and nodes get its functions.
 */
export function migratingOnCluster(shard: ShardNumber): OnCluster {
  return {
    async begin(client) {
      // Else the limit of the wait for locks, which is set next, would hold on the coordinator alone, where none are taken.
      await client.query("set local citus.propagate_set_commands = 'local'");
      await client.query(allowTriggers);
    },
    async finish(client) {
      await distributeTables(client, schemaOf(shard));
      await placeFunctionsIn(client, shard);
    },
  };
}

/** A trigger writes beside the row that it fires for, so on the same node. */
const allowTriggers = 'set local citus.enable_unsafe_triggers = on';

/**
 * Makes the tables of a schema that only the coordinator has single-shard tables of Citus, beside the accounts of their
 * shard, with the rows that they have.
 *
 * @param pool Of the coordinator.
 */
export async function distributeTables(
  pool: Pool | PoolClient,
  schema: string,
  onTable: (name: string) => void = () => {},
): Promise<void> {
  const accounts = `${schema}.accounts`;
  const { rows } = await pool.query<{ name: string }>(undistributed, [schema]);
  for (const { name } of rows) {
    onTable(name);
    const beside = name === accounts ? 'none' : accounts;
    await pool.query('select create_distributed_table($1::regclass, null, colocate_with => $2)', [
      name,
      beside,
    ]);
  }
}

/** Tables that others refer to come first. The list of migrations is on the coordinator. */
const undistributed = `
select format('%I.%I', space.nspname, relation.relname) as name
from pg_class relation
join pg_namespace space on space.oid = relation.relnamespace
where space.nspname = $1 and relation.relkind in ('r', 'p') and not relation.relispartition
  and relation.relname <> 'migrations'
  and not exists (select from pg_dist_partition where logicalrelid = relation.oid)
order by relation.relname <> 'accounts', relation.relname <> 'cascades', 1`;
