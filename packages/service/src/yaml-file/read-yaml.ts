import { readFile } from 'node:fs/promises';
import type { Fault } from './fault.ts';
import type { FaultyFileError, FileFault } from './faulty-file-error.ts';
import { parseYaml } from './parse-yaml.ts';

/** What a YAML file says, still knowing on which line. */
export interface YamlText<FileError> {
  readonly value: unknown;
  error(faults: readonly Fault[]): FileError;
}

/** Makes the error of a kind of file. */
export type FileErrorOf<FileError extends FaultyFileError> = (
  file: string,
  faults: readonly FileFault[],
) => FileError;

/** Reads a file as text. @throws the error of its kind if that cannot be done. */
export async function readText(file: string, errorOf: FileErrorOf<FaultyFileError>): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    const fault = { file, line: 1, pointer: '', expected: 'a file that can be read', got: reason };
    throw errorOf(file, [fault]);
  }
}

/** Parses the text of a file. @throws the error of its kind if it is no YAML. */
export function readYaml<FileError extends FaultyFileError>(
  text: string,
  file: string,
  errorOf: FileErrorOf<FileError>,
): YamlText<FileError> {
  const parsed = parseYaml(text);
  if ('faults' in parsed) {
    const where = { file, pointer: '', expected: 'YAML' };
    throw errorOf(
      file,
      parsed.faults.map(({ line, reason }) => ({ ...where, line, got: reason })),
    );
  }
  const error = (faults: readonly Fault[]) =>
    errorOf(
      file,
      faults.map((fault) => ({ file, line: parsed.lineOf(fault.pointer), ...fault })),
    );
  return { value: parsed.value, error };
}
