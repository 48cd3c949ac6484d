import { type Fault, type FaultyYaml, parseYaml, readYaml, type YamlFile } from '@cascade/yaml-file';
import { AccountsFileError } from './accounts-file-error.ts';
import type { DeclaredAccounts } from './declared-accounts.ts';
import { findContradictions } from './find-contradictions.ts';
import { findShapeFaults } from './find-shape-faults.ts';

/** A valid accounts file that knows the line of each value. */
export interface AccountsFile extends DeclaredAccounts {
  /** Reports faults that only the database can reveal. */
  error(faults: readonly Fault[]): AccountsFileError;
}

/**
 * Reads an accounts file (YAML) and checks it against `accounts.schema.yaml` and for contradictions.
 * @throws {AccountsFileError} with every fault: line, pointer, what was expected, what was found.
 */
export async function readAccountsFile(file: string): Promise<AccountsFile> {
  return checkAccounts(file, readYaml(file), new Date());
}

/** The same for a text; `file` is its name in faults. */
export function parseAccounts(text: string, file: string, now: Date = new Date()): AccountsFile {
  return checkAccounts(file, parseYaml(text, file), now);
}

function checkAccounts(file: string, yaml: YamlFile | FaultyYaml, now: Date): AccountsFile {
  if ('faults' in yaml) throw new AccountsFileError(file, yaml.faults);
  const error = (faults: readonly Fault[]) => new AccountsFileError(file, faults.map(yaml.locate));
  const shape = findShapeFaults(yaml.value);
  const contradictions = findContradictions(yaml.value, now);
  if ('faults' in shape) {
    const misshapen = new Set(shape.faults.map(({ pointer }) => pointer));
    throw error([...shape.faults, ...contradictions.filter(({ pointer }) => !misshapen.has(pointer))]);
  }
  if (contradictions.length > 0) throw error(contradictions);
  return { ...shape.value, error };
}
