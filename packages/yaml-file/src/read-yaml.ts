import { readFileSync } from 'node:fs';
import { type FaultyYaml, parseYaml, type YamlFile } from './parse-yaml.ts';

/** Reads and parses a file; `name` is its name in faults. */
export function readYaml(file: string, name: string = file): YamlFile | FaultyYaml {
  const read = readText(file, name);
  return 'faults' in read ? read : parseYaml(read.text, name);
}

/** Reads a file of any kind; `name` is its name in the fault. */
export function readText(file: string, name: string = file): { readonly text: string } | FaultyYaml {
  try {
    return { text: readFileSync(file, 'utf8') };
  } catch (error) {
    return { faults: [{ file: name, line: 1, column: 1, pointer: '', message: explain(error) }] };
  }
}

function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  switch (code) {
    case 'ENOENT':
      return 'file not found';
    case 'EISDIR':
      return 'expected a file, found a folder';
    case 'EACCES':
      return 'permission denied; let this user read the file';
    default:
      return `the file cannot be read (${code})`;
  }
}
