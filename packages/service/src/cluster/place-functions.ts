import type { Pool } from 'pg';
import { inShard, type NamesOnNode, type Shard, schemasOf } from '../store/shard.ts';
import { inTransaction } from '../store/transaction.ts';

/** "caso" in ASCII. One process at a time replaces functions. */
const functionLock = 0x6361736f;

/**
 * Gives all nodes the functions of a shard in the form in which they use its tables directly. To be called after each
 * migration. It changes nothing that is right already, so any number of replicas may call it.
 *
 * @param pool Of the coordinator.
 */
export async function placeFunctions(pool: Pool, shard: Shard, names: NamesOnNode): Promise<void> {
  const { tables } = schemasOf(shard);
  const onNode = inShard(shard, names);
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [functionLock]);
    const { rows } = await client.query<{ name: string; definition: string }>(definitionsSql, [tables]);
    const present = new Set(rows.map(({ definition }) => definition));
    const texts = [
      holdShard,
      ...rows.filter(({ name }) => copied.has(name)).map(({ definition }) => definition),
    ];
    for (const text of texts) {
      const wanted = onNode(text);
      if (!present.has(wanted)) await client.query(wanted);
    }
  });
}

/** The others name no table. A trigger is called where its table is, so its function has one form alone. */
const copied: ReadonlySet<string> = new Set(['accept_messages', 'keep_undelivered']);

const definitionsSql = `
select routine.proname as name, pg_get_functiondef(routine.oid) as definition
from pg_proc routine
where routine.pronamespace = $1::regnamespace and routine.prokind = 'f'`;

/** Begun as pg_get_functiondef shows it, so that an equal one is recognised. */
const holdShard = `CREATE OR REPLACE FUNCTION cascade.hold_shard(placement bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- The lock of Citus' own statements (5, share), which a move waits for (7, exclusive) before it switches.
  perform lock_shard_metadata(5, array[placement]);
  if not exists (
    select from pg_dist_placement place
    join pg_dist_local_group here on here.groupid = place.groupid
    where place.shardid = placement
  ) then
    raise exception 'the shard has moved to another node' using errcode = 'read_only_sql_transaction';
  end if;
end
$function$
`;
