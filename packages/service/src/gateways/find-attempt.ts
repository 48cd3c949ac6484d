import type { Pool } from 'pg';

/** The latest attempt with this reference. There may be several, since an SMSC may reuse ids. */
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
