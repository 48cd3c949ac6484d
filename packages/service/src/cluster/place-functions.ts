import type { Pool, PoolClient } from 'pg';
import type { OnCluster } from '../store/migrate.ts';
import { type Names, namesIn } from '../store/tables.ts';
import { inTransaction } from '../store/transaction.ts';
import { type ShardNumber, schemaOf } from './shard.ts';

/** "caso" in ASCII. One process at a time replaces functions. */
const functionLock = 0x6361736f;

/**
 * Gives all nodes the functions of a shard in the form in which they use its tables directly. Each migration
 * does that, too; this is for what a version changes without one. It changes nothing that is right already,
 * so any number of replicas may call it.
 *
 * @param pool Of the coordinator.
 */
export function placeFunctions(pool: Pool, shard: ShardNumber): Promise<void> {
  return inTransaction(pool, (client) => placeFunctionsIn(client, shard));
}

/** The same in a transaction. */
async function placeFunctionsIn(client: PoolClient, shard: ShardNumber): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [functionLock]);
  const tables = schemaOf(shard);
  const { rows } = await client.query<Routine>(routinesSql, [tables]);
  const copies = rows.filter(({ name }) => name.endsWith(onNodeSuffix));
  const originals = rows.filter((routine) => !copies.includes(routine));
  const tableNames = await readTablesOnNode(client, shard);
  const usesTables = originals.filter(({ definition }) => onNodeOf(definition, tableNames) !== definition);
  const called = usesTables.filter(({ isTrigger }) => !isTrigger);
  const names = new Map([...tableNames, ...called.map(({ name }) => copyOf(name, tables))]);
  const present = new Set(rows.map(({ definition }) => definition));
  for (const text of [holdShard(tables), ...usesTables.map(({ definition }) => definition)]) {
    const wanted = onNodeOf(text, names);
    if (!present.has(wanted)) await client.query(wanted);
  }
  for (const { name, args } of copies)
    if (!originals.some((one) => one.args === args && `${one.name}${onNodeSuffix}` === name))
      await client.query(`drop function ${tables}.${name}(${args})`);
}

function copyOf(name: string, tables: string): [name: string, onNode: string] {
  return [name, `${tables}.${name}${onNodeSuffix}`];
}

/**
 * The definition of a function, with the names on the node. A function that names a table in its columns has
 * an alias for it, which `migrations-on-clusters.test.ts` sees to.
 */
function onNodeOf(definition: string, names: ReadonlyMap<string, string>): string {
  return definition.replaceAll(/\bcascade(?:_\d+)?\.(\w+)/g, (found, name) => names.get(name) ?? found);
}

interface Routine {
  readonly name: string;
  readonly args: string;
  /** It is called where its table is, so it has one form alone; of other functions, nodes get a copy. */
  readonly isTrigger: boolean;
  readonly definition: string;
}

/** Procedures run on the coordinator. A function in SQL that names tables cannot be called on a cluster. */
const routinesSql = `
select routine.proname as name, pg_get_function_identity_arguments(routine.oid) as args,
  routine.prorettype = 'trigger'::regtype as "isTrigger", pg_get_functiondef(routine.oid) as definition
from pg_proc routine
join pg_language on pg_language.oid = routine.prolang and pg_language.lanname = 'plpgsql'
where routine.pronamespace = $1::regnamespace and routine.prokind = 'f'`;

/** Begun as pg_get_functiondef shows it, so that an equal one is recognised. */
const holdShard = (tables: string) => `CREATE OR REPLACE FUNCTION ${tables}.hold_shard(placement bigint)
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

/** Behind the name of a function, in the form for the node of its shard; see `placeFunctions`. */
const onNodeSuffix = '_on_node';

/**
 * The tables and functions of a shard as the node that has them knows them: tables with Citus' number of the
 * table behind their names. They keep these names wherever they are moved.
 *
 * @param pool Of any node.
 */
export async function readNamesOnNode(pool: Pool | PoolClient, shard: ShardNumber): Promise<Names> {
  const tables = schemaOf(shard);
  const { rows } = await pool.query<{ copy: string }>(copiesSql, [tables, `%${onNodeSuffix}`]);
  const functions = rows.map(({ copy }) => copyOf(copy.slice(0, -onNodeSuffix.length), tables));
  return namesIn(tables, new Map([...(await readTablesOnNode(pool, shard)), ...functions]));
}

/** The tables alone. */
async function readTablesOnNode(
  pool: Pool | PoolClient,
  shard: ShardNumber,
): Promise<ReadonlyMap<string, string>> {
  const tables = schemaOf(shard);
  const { rows } = await pool.query<{ name: string; placement: number }>(partsSql, [tables]);
  return new Map(rows.map(({ name, placement }) => [name, `${tables}.${name}_${placement}`]));
}

const copiesSql = `
select distinct routine.proname as copy
from pg_proc routine
where routine.pronamespace = $1::regnamespace and routine.proname like $2`;

const partsSql = `
select relation.relname as name, part.shardid as placement
from pg_dist_shard part
join pg_class relation on relation.oid = part.logicalrelid
join pg_namespace space on space.oid = relation.relnamespace
where space.nspname = $1`;

/**
 * What a migration of a shard does beside its statements, in its transaction, so that no replica sees a part
 * of it: the tables that it created move to the node of the shard, and nodes get its functions.
 */
export function migratingOnCluster(shard: ShardNumber): OnCluster {
  return {
    async begin(client) {
      // Else the limit of the wait for locks, which is set next, would hold on the coordinator alone, where
      // none are taken.
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
 * Makes the tables of a schema that only the coordinator has single-shard tables of Citus, beside the
 * accounts of their shard, with the rows that they have.
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
