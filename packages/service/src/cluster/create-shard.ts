import type { Pool } from 'pg';
import { openJobs } from '../jobs/open-jobs.ts';
import type { Log } from '../log.ts';
import type { Connections } from '../store/connection/connections.ts';
import { createPool, setupPatience } from '../store/create-pool.ts';
import { migrate } from '../store/migrate.ts';
import { firstIdsOf, onlyShard, type Shard, schemasOf } from '../store/shard.ts';
import { distributeTables } from './distribute-tables.ts';
import { placeFunctions } from './place-functions.ts';

export interface ShardOptions {
  /** Of the coordinator. */
  readonly connectionString: string;
  readonly connections: Connections;
  readonly log: Log;
  readonly onProgress?: (text: string) => void;
}

/** Tables are created on the coordinator alone, as on a single server, and then moved to a node with what they have. */
const local = 'citus.enable_ddl_propagation=off';

/** The one trigger of the schema writes beside the row that it fires for, so on the same node (migration 25). */
const withTrigger = 'citus.enable_unsafe_triggers=on';

/**
 * Creates the tables of a shard, and moves them and all that they have to one node, together. After an interruption it goes
 * on where it ended. No service may use the shard meanwhile.
 */
export async function createShard(options: ShardOptions, shard: Shard): Promise<void> {
  const { onProgress = () => {} } = options;
  const own = { ...options, shard };
  const here = createPool({ ...own, size: 3, patience: setupPatience, settings: [local] });
  try {
    if (!(await isDistributed(here))) {
      // All replicas are stopped, so there is none that a change a day later would have to wait for.
      await migrate(here, { onProgress, isAlone: true });
      const jobs = await openJobs({ ...own, settings: [local] });
      await jobs.close();
      await startIds(here, shard);
    }
  } finally {
    await here.end();
  }
  const everywhere = createPool({ ...own, size: 1, patience: setupPatience, settings: [withTrigger] });
  try {
    await distribute(everywhere, shard, onProgress);
  } finally {
    await everywhere.end();
  }
}

/** Whether its first table is: migrations can no longer run as on a single server. */
async function isDistributed(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(`
    select exists (select from pg_dist_partition where logicalrelid = to_regclass('cascade.accounts')) as found`);
  return rows[0]?.found === true;
}

/** Ids of a shard begin with its number. Those of an existing database stay. */
async function startIds(pool: Pool, shard: Shard): Promise<void> {
  if (shard === onlyShard) return;
  const { account, registration, message } = firstIdsOf(shard);
  await pool.query("select setval('cascade.accounts_id_seq', $1, false)", [account]);
  await pool.query("select setval('cascade.callbacks_id_seq', $1, false)", [registration]);
  await pool.query("select setval('cascade.messages_id_seq', $1, false)", [message]);
}

async function distribute(pool: Pool, shard: Shard, onProgress: (text: string) => void): Promise<void> {
  const { tables, jobs } = schemasOf(shard);
  await distributeTables(pool, [tables, jobs], (name) =>
    onProgress(`shard ${shard}: ${name} is distributed`),
  );
  const { rows: routines } = await pool.query<{ name: string }>(routinesOf, [tables, jobs]);
  for (const { name } of routines)
    await pool.query('select create_distributed_function($1::regprocedure)', [name]);
  await placeFunctions(pool, shard);
  await pool.query(
    "select create_distributed_table('cascade.migrations', null, colocate_with => 'cascade.accounts')",
  );
}

const routinesOf = `
select routine.oid::regprocedure::text as name
from pg_proc routine
where routine.pronamespace in ($1::regnamespace, $2::regnamespace)`;
