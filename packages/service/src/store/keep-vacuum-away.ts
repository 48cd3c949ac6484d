import type { PoolClient } from 'pg';

/**
 * Locks the tables of the schema against vacuum until the end of the transaction; others read and write meanwhile. PostgreSQL
 * cancels its own vacuum once this lock has waited for `deadlock_timeout`. A migration that waited for it with a lock that
 * keeps out everyone would have to give up sooner, each time, as long as a large table is vacuumed.
 *
 * @throws {DatabaseError} 55P03 if an operator's vacuum holds a table for longer.
 */
export async function keepVacuumAway(client: PoolClient): Promise<void> {
  await client.query("set local lock_timeout = '10s'");
  await client.query(lockTables);
}

const lockTables = `
do $$
declare
  tables text;
begin
  select string_agg(oid::regclass::text, ', ' order by oid) into tables
  from pg_class where relnamespace = 'cascade'::regnamespace and relkind = 'r';
  execute 'lock table ' || tables || ' in share update exclusive mode';
end
$$`;
