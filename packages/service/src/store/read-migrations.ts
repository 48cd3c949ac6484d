import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PoolClient } from 'pg';
import manifest from '../../package.json' with { type: 'json' };
import { StoreError } from './connection/errors.ts';
import { type Statement, sql, statementOf, t } from './tables.ts';

/** A text that the database gets. */
interface SqlFile {
  readonly path: string;
  readonly sql: string;
  /** SHA-256 of `sql`. */
  readonly checksum: string;
}

/** One migration of the schema. */
export interface Migration extends SqlFile {
  /** Without gaps: from 1, or from a baseline. */
  readonly number: number;
  readonly name: string;
  /**
   * Whether the service of this version works without it, so that it need not be applied before the first
   * request.
   */
  readonly whileServing: boolean;
  /**
   * The number of an earlier migration that must be a day old; by then no replica of the version before is
   * left.
   */
  readonly dayAfter: number | undefined;
  /** Its statements if they cannot run in a transaction; applying them again changes nothing. */
  readonly outsideTransaction: readonly ConcurrentStatement[] | undefined;
  /**
   * Of a baseline, which makes in a new database what all migrations before it made: the version that applies
   * those. A database that has all of them has the baseline already.
   */
  readonly baselineOf: string | undefined;
}

/** A statement that cannot run in a transaction. Others write to its table meanwhile. */
export interface ConcurrentStatement {
  readonly sql: string;
  /** With its schema, if the statement creates it: an interrupted `create` leaves an invalid index. */
  readonly createdIndex: string | undefined;
}

/** The files name the schema of a database that is not distributed. */
export function textOfFile(sql: string): Statement {
  return statementOf(({ schema }) => sql.replaceAll('cascade.', `${schema}.`));
}

export const ownMigrations = fileURLToPath(new URL('migrations', import.meta.url));

/**
 * Reads the files `000001_<name>.sql`, `000002_<name>.sql`, … of a folder, in order.
 * @throws {StoreError} if a name does not match, or a number is missing or used twice.
 */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const files = await readSqlFiles(folder);
  const [first] = files;
  const { baselineOf } = first === undefined ? {} : readMark(first.sql, first.path);
  const start = baselineOf === undefined ? 1 : Number.parseInt(basename(first?.path ?? ''), 10);
  return files.map((file, index) => readMigration(file, start + index));
}

/** In the order of their names; none if there is no such folder. */
async function readSqlFiles(folder: string): Promise<readonly SqlFile[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => {
      const path = join(folder, name);
      // Git may convert line endings; that must not change the checksum.
      const sql = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
      return { path, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

function readMigration({ path, sql, checksum }: SqlFile, expected: number): Migration {
  const [, digits = '', name = ''] = /^(\d{6})_([a-z0-9-]+)\.sql$/.exec(basename(path)) ?? [];
  if (Number(digits) !== expected)
    throw new StoreError(
      `The migration ${path} should be called ${String(expected).padStart(6, '0')}_<name>.sql: numbers run from 1, or from that of a baseline, without a gap.`,
    );
  return { number: expected, name, path, sql, checksum, ...readMark(sql, path) };
}

/** The first line may say when a migration runs, and how. */
function readMark(
  sql: string,
  path: string,
): Pick<Migration, 'whileServing' | 'dayAfter' | 'outsideTransaction' | 'baselineOf'> {
  const mark = /^-- runs: (.*)/.exec(sql)?.[1];
  const { when, day, outside, version } = markPattern.exec(mark ?? 'before serving')?.groups ?? {};
  if (when === undefined && version === undefined)
    throw new StoreError(
      `The migration ${path} begins with "-- runs: ${mark}"; expected "before serving" or "while serving", and behind it nothing, ", a day after migration <number>" or ", without transaction"; or "instead of the migrations before, which version <version> applies".`,
    );
  return {
    whileServing: when === 'while',
    dayAfter: day === undefined ? undefined : Number(day),
    outsideTransaction: outside === undefined ? undefined : readStatements(sql, path),
    baselineOf: version,
  };
}

const markPattern =
  /^(?:(?<when>before|while) serving(?:, a day after migration (?<day>\d+)|(?<outside>, without transaction))?|instead of the migrations before, which version (?<version>\S+) applies)$/;

/**
 * Only statements that can be run again: an interruption leaves them undone, in part, or visible as an
 * invalid index.
 */
function readStatements(sql: string, path: string): readonly ConcurrentStatement[] {
  const texts = sql
    .replaceAll(/^ *--.*$/gm, '')
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  return texts.map((text) => {
    const [, created] =
      /^create (?:unique )?index concurrently if not exists (\w+)\s+on cascade\.\w+\s/.exec(text) ?? [];
    if (created !== undefined) return { sql: text, createdIndex: `cascade.${created}` };
    if (repeatable.some((pattern) => pattern.test(text))) return { sql: text, createdIndex: undefined };
    throw new StoreError(
      `The migration ${path} runs without a transaction, so it may only contain "create [unique] index concurrently if not exists <name> on cascade.<table> …", "drop index concurrently if exists cascade.<name>", "alter table cascade.<table> validate constraint <name>" and "call cascade.<procedure>()"; found: ${text}`,
    );
  });
}

const repeatable = [
  /^drop index concurrently if exists cascade\.\w+$/,
  /^alter table cascade\.\w+ validate constraint \w+$/,
  /^call cascade\.\w+\(\)$/,
];

/**
 * The functions and triggers of the service: texts that can be run again, a file each in the folder
 * `functions` of the migrations. A text is applied after the migrations whenever it differs from that of the
 * database. Replicas of the version before call the function meanwhile, so it keeps its signature, or gets a
 * new name.
 */
export async function readFunctions(folder: string): Promise<readonly SqlFile[]> {
  return readSqlFiles(join(folder, 'functions'));
}

/**
 * The texts that the database does not have. What a newer version has applied stays: it serves this version,
 * too, whose replicas may still start while the newer ones are rolled out.
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
