import type { Pool } from 'pg';
import { sql, t } from '../store/tables.ts';
import { findAccountId } from './find-account-id.ts';

/** A cascade as the CLI lists it. */
export interface ListedCascade {
  readonly id: number;
  readonly name: string;
  readonly coverage: string;
  /** What acceptance reserves: the sum of the stage prices (ADR-0012). */
  readonly price: number;
  readonly stages: readonly {
    readonly uuid: string;
    readonly channel: string;
    readonly ttlSeconds: number | null;
  }[];
}

/**
 * The cascades of an account, by ascending id.
 * @throws {UnknownAccountError}
 */
export async function listCascades(pool: Pool, account: string): Promise<readonly ListedCascade[]> {
  const { rows } = await pool.query<ListedCascade>(
    sql`select c.id, c.name, c.coverage, coalesce(sum(p.price), 0)::bigint as price,
       jsonb_agg(
         jsonb_build_object('uuid', s.uuid, 'channel', s.channel, 'ttlSeconds', s.ttl_seconds) order by s.position
       ) as stages
     from ${t.cascades} c
     join ${t.stages} s on s.account_id = c.account_id and s.cascade_id = c.id
     left join ${t.prices} p on p.account_id = s.account_id and p.channel = s.channel
     where c.account_id = $1
     group by c.account_id, c.id
     order by c.id`,
    [await findAccountId(pool, account)],
  );
  return rows;
}
