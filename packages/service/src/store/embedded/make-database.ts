import { type Client, escapeIdentifier } from 'pg';
import { lock } from './try-to-join.ts';

/** What the service connects as, and to. The user may do anything in its database and nothing outside. */
// Not named as our schema is: `search_path` would find tables without their schema, here and nowhere else.
export const service = { user: 'cascade_service', database: 'cascade' } as const;

/** Makes the role and the database of the service unless they are there. */
export async function makeDatabase(client: Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [lock.database]);
  try {
    await makeRole(client);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [service.database]);
    if (rowCount === 0) await createDatabase(client, service.database);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock.database]);
  }
}

/** Makes a database that the role of the service owns, empty or as a copy of another one. */
export async function createDatabase(client: Client, name: string, template = 'template1'): Promise<void> {
  const [database, role, source] = [name, service.user, template].map(escapeIdentifier);
  await client.query(`create database ${database} owner ${role} template ${source}`);
}

async function makeRole(client: Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [service.user]);
  if (rowCount !== 0) return;
  await client.query(`create role ${service.user} login`);
  // The service hears of its errors itself. Their text can hold what people wrote to each other.
  await client.query(`alter role ${service.user} set log_min_messages = 'log'`);
}
