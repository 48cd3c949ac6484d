import { basename, join } from 'node:path';
import type { PoolClient } from 'pg';
import manifest from '../../package.json' with { type: 'json' };
import { readSqlFiles, type SqlFile } from './read-migrations.ts';
import { sql, t } from './tables.ts';

/**
 * The functions and triggers of the service: texts that can be run again, a file each in the folder `functions` of the migrations.
 * A text is applied after the migrations whenever it differs from that of the database. Replicas of the version before call the
 * function meanwhile, so it keeps its signature, or gets a new name.
 */
export async function readFunctions(folder: string): Promise<readonly SqlFile[]> {
  return readSqlFiles(join(folder, 'functions'));
}

/**
 * The texts that the database does not have. What a newer version has applied stays: it serves this version, too, whose replicas
 * may still start while the newer ones are rolled out.
 */
export async function findChanged(
  client: PoolClient,
  functions: readonly SqlFile[],
): Promise<readonly SqlFile[]> {
  const { rows } = await client.query(sql`select to_regclass('${t.functions}') is not null as exists`);
  if (!rows[0].exists) return functions;
  const { rows: kept } = await client.query<{ file: string; checksum: string; newer: boolean }>(
    sql`select file, checksum, ${numbersOf('version')} > ${numbersOf('$1')} as newer from ${t.functions}`,
    [manifest.version],
  );
  const applied = new Map(kept.map((row) => [row.file, row]));
  return functions.filter(({ path, checksum }) => {
    const before = applied.get(basename(path));
    return before === undefined || (before.checksum !== checksum && !before.newer);
  });
}

/** The numbers of a version, which PostgreSQL compares one after the other. */
const numbersOf = (version: string) => `string_to_array(split_part(${version}, '-', 1), '.')::integer[]`;

/** What applies the texts. They are recorded in the same transaction. */
export function applying(functions: readonly SqlFile[]): string {
  return [bookkeeping, ...functions.map(({ sql }) => sql)].join('\n');
}

/** Named as in a file. */
const bookkeeping = `
create table if not exists cascade.functions (
  file text primary key,
  checksum text not null,
  version text not null,
  applied_at timestamptz not null default now()
);
comment on table cascade.functions is
  'The texts of functions and triggers that the database has, and the version of the service that applied them.';
`;

export async function recordFunctions(client: PoolClient, functions: readonly SqlFile[]): Promise<void> {
  for (const { path, checksum } of functions)
    await client.query(
      sql`insert into ${t.functions} (file, checksum, version, applied_at) values ($1, $2, $3, now())
       on conflict (file) do update
       set checksum = excluded.checksum, version = excluded.version, applied_at = excluded.applied_at`,
      [basename(path), checksum, manifest.version],
    );
}
