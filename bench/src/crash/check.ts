import { type Audit, audit } from '@cascade/service/bench';
import type { Look } from './database.ts';

/** Compares the store with what the service promised its callers. */
export interface Check extends Audit {
  /** How many of the given request ids have no message. */
  readonly missing: number;
}

/** Reads the store of a running service: each part of it, if it is spread over several. */
export async function check(looks: readonly Look[], accepted: readonly string[]): Promise<Check> {
  const parts: Audit[] = [];
  for (const look of looks) parts.push(await look(audit));
  const sum = (key: keyof Audit) => parts.reduce((total, part) => total + part[key], 0);
  return {
    missing: (await missingIds(looks, accepted)).length,
    messages: sum('messages'),
    doubleMessages: sum('doubleMessages'),
    doubleDebits: sum('doubleDebits'),
    wrongBooks: sum('wrongBooks'),
    notEnded: sum('notEnded'),
    notReleased: sum('notReleased'),
    notReported: sum('notReported'),
  };
}

/** Those of the request ids that have no message. */
export async function missingIds(looks: readonly Look[], ids: readonly string[]): Promise<readonly string[]> {
  const sql = 'select request_id as id from cascade.messages where request_id = any($1::uuid[])';
  const found = new Set(await idsOf(looks, sql, [ids]));
  return ids.filter((id) => !found.has(id));
}

/** The ids of all status events. */
export function eventIds(looks: readonly Look[]): Promise<readonly string[]> {
  return idsOf(looks, 'select id from cascade.status_events', []);
}

async function idsOf(looks: readonly Look[], sql: string, values: unknown[]): Promise<readonly string[]> {
  const parts: string[][] = [];
  for (const look of looks)
    parts.push(
      await look(async (pool) => (await pool.query<{ id: string }>(sql, values)).rows.map(({ id }) => id)),
    );
  return parts.flat();
}
