import type { Pool } from 'pg';

/** The attempt that a gateway knows by that reference: the youngest, since an SMSC may start to count anew. */
export async function findAttempt(pool: Pool, reference: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from cascade.stage_attempts
     where gateway_reference = $1 and gateway_reference like 'smpp:%'
     order by started_at desc
     limit 1`,
    [reference],
  );
  return rows[0]?.id;
}
