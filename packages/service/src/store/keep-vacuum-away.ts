import type { PoolClient } from 'pg';

/**
 * Locks the tables of the schema against vacuum until the end of the transaction; others read and write meanwhile. PostgreSQL
 * cancels its own vacuum once this lock has waited for `deadlock_timeout`, by default a second. A migration that waited for it
 * with a lock that keeps out everyone would have to give up sooner, each time, as long as a large table is vacuumed. An
 * operator's vacuum and the build of an index go on: the migration may not need their table.
 */
export async function keepVacuumAway(client: PoolClient): Promise<void> {
  await client.query("set local lock_timeout = '3s'");
  await client.query(lockTables);
}

const lockTables = `
do $$
declare
  name text;
begin
  for name in
    select oid::regclass::text from pg_class where relnamespace = 'cascade'::regnamespace and relkind = 'r' order by oid
  loop
    begin
      execute 'lock table ' || name || ' in share update exclusive mode';
    exception when lock_not_available then
      null;
    end;
  end loop;
end
$$`;
