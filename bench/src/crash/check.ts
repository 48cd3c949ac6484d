import { type Audit, audit } from '@cascade/service/bench';
import type { Look } from './database.ts';

/** Compares the store with what the service promised its callers. */
export interface Check extends Audit {
  /** How many of the given request ids have no message. */
  readonly missing: number;
}

/** Reads the store of a running service. */
export function check(look: Look, accepted: readonly string[]): Promise<Check> {
  return look(async (pool) => {
    const { rows } = await pool.query(
      `select count(*)::int as missing from unnest($1::uuid[]) as promised (id)
       where not exists (select from cascade.messages where request_id = promised.id)`,
      [accepted],
    );
    return { missing: rows[0].missing, ...(await audit(pool)) };
  });
}

/** The ids of all status events. */
export function eventIds(look: Look): Promise<readonly string[]> {
  return look(async (pool) => {
    const { rows } = await pool.query<{ id: string }>('select id from cascade.status_events');
    return rows.map(({ id }) => id);
  });
}
