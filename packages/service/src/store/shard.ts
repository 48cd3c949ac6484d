/**
 * The part of the data that lies together: all accounts of a shard, their messages and their due work are in a schema of the
 * shard's own. A single database has shard 0 alone. On a cluster, Citus keeps each shard whole on one node.
 */
export type Shard = number;

/** The shard of a database that is not distributed. */
export const onlyShard: Shard = 0;

/** Accounts of a shard. Their ids begin with the number of the shard, so an id alone leads to its account's shard. */
const accountsPerShard = 2 ** 30;

/** Messages of a shard. */
const messagesPerShard = 2 ** 42;

/** An id of a message must fit into 48 bits (`newKeyedId`). */
export const mostShards = 64;

/** The shard that has the account. */
export function shardOf(accountId: number): Shard {
  return Math.floor(accountId / accountsPerShard);
}

/** The lowest ids that a shard may give to an account, to a registration of a callback URL, and to a message. */
export function firstIdsOf(shard: Shard): Readonly<Record<'account' | 'registration' | 'message', number>> {
  const account = shard * accountsPerShard + 1;
  return { account, registration: account, message: shard * messagesPerShard + 1 };
}

/** The schema of a shard's tables. */
export function schemaOf(shard: Shard): string {
  return shard === onlyShard ? 'cascade' : `cascade_${shard}`;
}

/** The shard whose tables the schema has; undefined for any other schema. */
export function shardOfSchema(schema: string): Shard | undefined {
  const [, digits] = /^cascade(?:_(\d+))?$/.exec(schema) ?? [];
  if (schema !== 'cascade' && digits === undefined) return undefined;
  return Number(digits ?? onlyShard);
}

/** Rewrites SQL, which names the schemas of shard 0, for a shard. */
export type InShard = (sql: string) => string;

/** The names that tables and functions of a shard have on the node that has them, by their names in shard 0. */
export type NamesOnNode = ReadonlyMap<string, string>;

/** Statements are few: those with values have them as parameters. The others, such as listings of pages, are not kept. */
const mostKept = 1_000;

/**
 * Statements name tables in one way, with their schema, also within the texts of functions. A pooler in transaction mode
 * would lose a `search_path`.
 *
 * @param names Where they differ from those that the whole cluster knows.
 */
export function inShard(shard: Shard, names: NamesOnNode = new Map()): InShard {
  const tables = schemaOf(shard);
  const known = new Map<string, string>();
  const rename = (_match: string, before = '', name: string, after?: string) => {
    const onNode = names.get(`cascade.${name}`);
    if (onNode === undefined) return `${before}${tables}.${name}`;
    // Columns are named by the table, which has another name there.
    const needsAlias = before !== '' && (after === undefined || notAnAlias.has(after.toLowerCase()));
    return `${before}${onNode}${needsAlias ? ` as ${name}` : ''}`;
  };
  return (sql) => {
    const kept = known.get(sql);
    if (kept !== undefined) return kept;
    const rewritten = sql
      .replaceAll(inSchema, rename)
      .replaceAll(/\b(schema (?:if (?:not )?exists )?)cascade\b(?!\.)/g, `$1${tables}`)
      .replaceAll(/'cascade'(?=::regnamespace)/g, `'${tables}'`);
    if (known.size < mostKept) known.set(sql, rewritten);
    return rewritten;
  };
}

/** What comes before a table, the table, and the word behind it. */
const inSchema = /(\b(?:from|join|update|into|using)\s+)?\bcascade(?:_\d+)?\.(\w+)(?=(?:\s+(\w+))?)/gi;

const notAnAlias: ReadonlySet<string> = new Set(
  `cross default for full group having inner join left limit natural offset on order overriding returning right select set
   union using values where window with`.split(/\s+/),
);

/** The tables of a shard on the node that has them: as the node's own, without Citus between. */
export interface ShardOnNode {
  readonly shard: Shard;
  /** Citus' number of one of its tables; the others lie beside it. */
  readonly placement: number;
  readonly names: NamesOnNode;
}
