import type { Fault } from '../../yaml-file/fault.ts';
import { readText, readYaml } from '../../yaml-file/read-yaml.ts';
import { AccountsFileError } from './accounts-file-error.ts';
import type { DeclaredAccounts } from './declared-accounts.ts';
import { findContradictions } from './find-contradictions.ts';
import { findShapeFaults } from './find-shape-faults.ts';

/** An accounts file without a fault in itself, which still knows where everything stands. */
export interface AccountsFile extends DeclaredAccounts {
  /** For faults that only the database shows. */
  error(faults: readonly Fault[]): AccountsFileError;
}

/**
 * Reads an accounts file (YAML) and holds it against `accounts.schema.yaml` and against itself.
 * @throws {AccountsFileError} with every fault: line, pointer, what was expected, what is there.
 */
export async function readAccountsFile(file: string): Promise<AccountsFile> {
  return parseAccounts(await readText(file, errorOf), file);
}

/** The same for a text; `file` is its name in faults. */
export function parseAccounts(text: string, file: string, now: Date = new Date()): AccountsFile {
  const { value, error } = readYaml(text, file, errorOf);
  const shape = findShapeFaults(value);
  const contradictions = findContradictions(value, now);
  if ('faults' in shape) {
    const misshapen = new Set(shape.faults.map(({ pointer }) => pointer));
    throw error([...shape.faults, ...contradictions.filter(({ pointer }) => !misshapen.has(pointer))]);
  }
  if (contradictions.length > 0) throw error(contradictions);
  return { ...shape.value, error };
}

function errorOf(...args: ConstructorParameters<typeof AccountsFileError>): AccountsFileError {
  return new AccountsFileError(...args);
}
