import { type Names, namesIn, type Tables } from '../store/tables.ts';

/**
 * The part of the data that lies together: all accounts of a shard, their messages and their due work are in
 * a schema of the shard's own, which Citus keeps whole on one node.
 */
export type ShardNumber = number;

/** What a database has that is distributed later becomes this shard: its schema is that of one PostgreSQL. */
export const firstShard: ShardNumber = 0;

/**
 * Accounts of a shard. Their ids begin with the number of the shard, so an id alone leads to its account's
 * shard.
 */
const accountsPerShard = 2 ** 30;

/** Messages of a shard. */
const messagesPerShard = 2 ** 42;

/** An id of a message must fit into 48 bits (`newKeyedId`). */
export const mostShards = 64;

/** The shard that has the account. */
export function shardOf(accountId: number): ShardNumber {
  return Math.floor(accountId / accountsPerShard);
}

/**
 * The lowest ids that a shard may give to an account, to a registration of a callback URL, and to a message.
 */
export function firstIdsOf(
  shard: ShardNumber,
): Readonly<Record<'account' | 'registration' | 'message', number>> {
  const account = shard * accountsPerShard + 1;
  return { account, registration: account, message: shard * messagesPerShard + 1 };
}

/** The schema of a shard's tables. */
export function schemaOf(shard: ShardNumber): string {
  return shard === firstShard ? 'cascade' : `cascade_${shard}`;
}

/** The shard whose tables the schema has; undefined for any other schema. */
export function shardOfSchema(schema: string): ShardNumber | undefined {
  const [, digits] = /^cascade(?:_(\d+))?$/.exec(schema) ?? [];
  if (schema !== 'cascade' && digits === undefined) return undefined;
  return Number(digits ?? firstShard);
}

/** The tables of a shard, through the coordinator of its cluster. */
export function tablesThroughCoordinator(shard: ShardNumber): Tables {
  return { names: namesIn(schemaOf(shard)), isRouted: true };
}

/**
 * The tables of a shard on the node that has them, as the node's own: without Citus between. The hold is what
 * Citus' own statements rely on, too: until the transaction ends, the shard cannot leave the node. It raises
 * `read_only_sql_transaction` if the shard has left it before, so that the connections are led to its new
 * node: the tables are still there for a while, and what is written to them is lost.
 *
 * @param placement Citus' number of one of the tables; the others lie beside it.
 */
export function tablesOnNode(shard: ShardNumber, placement: number, names: Names): Tables {
  return { names, isRouted: false, hold: `select ${schemaOf(shard)}.hold_shard(${placement})` };
}
