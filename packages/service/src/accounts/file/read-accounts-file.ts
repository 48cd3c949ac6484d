import { readFile } from 'node:fs/promises';
import { AccountsFileError } from './accounts-file-error.ts';
import type { DeclaredAccounts } from './declared-accounts.ts';
import type { Fault } from './fault.ts';
import { findContradictions } from './find-contradictions.ts';
import { findShapeFaults } from './find-shape-faults.ts';
import { parseYaml } from './parse-yaml.ts';

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
  return parseAccounts(await readText(file), file);
}

/** The same for a text; `file` is its name in faults. */
export function parseAccounts(text: string, file: string, now: Date = new Date()): AccountsFile {
  const parsed = parseYaml(text);
  if ('faults' in parsed) {
    const faults = parsed.faults.map(({ line, reason }) => ({
      file,
      line,
      pointer: '',
      expected: 'YAML',
      got: reason,
    }));
    throw new AccountsFileError(file, faults);
  }
  const error = (faults: readonly Fault[]) =>
    new AccountsFileError(
      file,
      faults.map((fault) => ({ file, line: parsed.lineOf(fault.pointer), ...fault })),
    );
  const shape = findShapeFaults(parsed.value);
  const contradictions = findContradictions(parsed.value, now);
  if ('faults' in shape) {
    const misshapen = new Set(shape.faults.map(({ pointer }) => pointer));
    throw error([...shape.faults, ...contradictions.filter(({ pointer }) => !misshapen.has(pointer))]);
  }
  if (contradictions.length > 0) throw error(contradictions);
  return { ...shape.accounts, error };
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    const fault = { file, line: 1, pointer: '', expected: 'a file that can be read', got: reason };
    throw new AccountsFileError(file, [fault]);
  }
}
