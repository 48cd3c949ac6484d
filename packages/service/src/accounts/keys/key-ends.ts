import type { PoolClient } from 'pg';

/** When the command line ended a key. */
export interface KeyEnd {
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  readonly endsAt: Date;
  /** Whether the key was removed, and not only set to expire. */
  readonly removed: boolean;
}

/** The ends of these keys, by hash. */
export async function readKeyEnds(
  client: PoolClient,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, KeyEnd>> {
  const { rows } = await client.query<KeyEnd>(
    `select encode(hash, 'hex') as hash, ends_at as "endsAt", removed from cascade.key_ends
     where hash in (select decode(hash, 'hex') from unnest($1::text[]) as hash)`,
    [hashes],
  );
  return new Map(rows.map((end) => [end.hash, end]));
}

/** Records the end of a key. A removed key stays removed. */
export async function recordKeyEnd(
  client: PoolClient,
  accountId: number,
  { hash, endsAt, removed }: KeyEnd,
): Promise<void> {
  await client.query(
    `insert into cascade.key_ends (hash, account_id, ends_at, removed)
     values (decode($1, 'hex'), $2, $3, $4)
     on conflict (hash) do update set ends_at = excluded.ends_at, removed = key_ends.removed or excluded.removed`,
    [hash, accountId, endsAt, removed],
  );
}
