import { type Client, escapeIdentifier } from 'pg';
import type { Target } from './connection-string.ts';
import { lock } from './try-to-join.ts';

/** Creates the role and its database unless they exist. */
export async function makeDatabase(client: Client, { user, database }: Target): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [lock.database]);
  try {
    await makeRole(client, user);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await createDatabase(client, database, user);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock.database]);
  }
}

/** Creates a database that `owner` owns, empty or as a copy of `template`. */
export async function createDatabase(
  client: Client,
  name: string,
  owner: string,
  template = 'template1',
): Promise<void> {
  const [database, role, source] = [name, owner, template].map(escapeIdentifier);
  await client.query(`create database ${database} owner ${role} template ${source}`);
}

async function makeRole(client: Client, user: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [user]);
  if (rowCount !== 0) return;
  const role = escapeIdentifier(user);
  await client.query(`create role ${role} login`);
  // The client gets its errors itself. Their text may hold private data, which does not belong in the log.
  await client.query(`alter role ${role} set log_min_messages = 'log'`);
}
