import { readFile } from 'node:fs/promises';
import type { Pool } from './fill.ts';

/** The statements of migration 14, which create an index each, by the name of the index. */
async function indexStatements(): Promise<ReadonlyMap<string, string>> {
  const file = import.meta
    .resolve('@cascade/service/bench')
    .replace('bench.ts', 'store/migrations/000014_history-indexes.sql');
  const sql = await readFile(new URL(file), 'utf8');
  return new Map(
    [...sql.matchAll(/create index concurrently if not exists (\w+)[^;]+;/g)].map(([text, name = '']) => [
      name,
      text,
    ]),
  );
}

/** Rows are inserted faster without them. */
export async function dropIndexes(pool: Pool): Promise<void> {
  for (const name of (await indexStatements()).keys()) await pool.query(`drop index cascade.${name}`);
}

/** Creates the indexes as migration 14 does; the seconds and bytes of each. */
export async function createIndexes(pool: Pool): Promise<object> {
  const client = await pool.connect();
  const indexes: Record<string, object> = {};
  try {
    await client.query('set statement_timeout = 0');
    await client.query("set maintenance_work_mem = '256MB'");
    for (const [name, statement] of await indexStatements()) {
      const begin = performance.now();
      await client.query(statement);
      const seconds = Math.round((performance.now() - begin) / 100) / 10;
      const { rows } = await client.query('select pg_relation_size($1::text::regclass) as bytes', [
        `cascade.${name}`,
      ]);
      indexes[name] = { seconds, bytes: rows[0].bytes };
    }
    await client.query('vacuum analyze');
  } finally {
    await client.query('reset all');
    client.release();
  }
  return indexes;
}
