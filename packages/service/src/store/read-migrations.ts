import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StoreError } from './store-error.ts';

/** One migration of the schema. */
export interface Migration {
  /** From 1, without gaps. */
  readonly number: number;
  readonly name: string;
  /** SHA-256 of `sql`. */
  readonly checksum: string;
  readonly sql: string;
}

export const ownMigrations = fileURLToPath(new URL('migrations', import.meta.url));

/**
 * Reads the files `000001_<name>.sql`, `000002_<name>.sql`, … of a folder, in order.
 * @throws {StoreError} if a name does not match, or a number is missing or used twice.
 */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const files = (await readdir(folder)).sort();
  return Promise.all(files.map((file, index) => readMigration(join(folder, file), file, index + 1)));
}

async function readMigration(path: string, file: string, expected: number): Promise<Migration> {
  const [, digits = '', name = ''] = /^(\d{6})_([a-z0-9-]+)\.sql$/.exec(file) ?? [];
  if (Number(digits) !== expected)
    throw new StoreError(
      `The migration ${path} should be called ${String(expected).padStart(6, '0')}_<name>.sql: numbers run from 1 without a gap.`,
    );
  // Git may convert line endings; that must not change the checksum.
  const sql = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
  return { number: expected, name, checksum: createHash('sha256').update(sql).digest('hex'), sql };
}
