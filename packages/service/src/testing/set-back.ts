import type { Pool } from 'pg';

/** The times of the tables that a step of the database's clock makes wrong. */
const stored = {
  'cascade.messages': ['accepted_at'],
  'cascade.status_events': ['first_due_at'],
  'cascade.due': ['written_at', 'due_at'],
  'cascade.waiting': ['due_at', 'written_at', 'give_up_at'],
  'cascade.waiting_lanes': ['next_at'],
};

/**
 * SQL: a column with an interval added. In local time of UTC: Citus lets no update add to a time, which depends on the zone
 * of the session.
 */
export const later = (column: string, interval: string) =>
  `(${column} at time zone 'UTC' + ${interval}) at time zone 'UTC'`;

/** As if the database's clock had just been set back (or forward, if negative): everything was stored so much later. */
export async function setDatabaseBack(pool: Pool, seconds: number): Promise<void> {
  for (const [table, columns] of Object.entries(stored)) {
    const moved = columns.map((column) => `${column} = ${later(column, "$1 * interval '1 second'")}`);
    await pool.query(`update ${table} set ${moved.join(', ')}`, [seconds]);
  }
}
