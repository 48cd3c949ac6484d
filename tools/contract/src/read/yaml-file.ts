import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type FaultyYaml,
  type FileFault,
  parseYaml,
  readText as readTextOf,
  type YamlFile,
  YamlFileError,
} from '@cascade/yaml-file';

/** All faults of the contract at once, one a line; files are named from the root of the repository. */
export class ContractError extends YamlFileError {
  constructor(faults: readonly FileFault[]) {
    super('The contract is wrong:', faults);
    this.name = 'ContractError';
  }
}

/**
 * What the readers give, by their names. @throws {ContractError} with the faults of every reader that threw
 * one.
 */
export function collectFaults<Parts extends object>(
  readers: {
    readonly [Name in keyof Parts]: () => Parts[Name];
  },
): Parts {
  const faults: FileFault[] = [];
  const parts: Partial<Parts> = {};
  for (const name in readers)
    try {
      parts[name] = readers[name]();
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      faults.push(...error.faults);
    }
  if (faults.length > 0) throw new ContractError(faults);
  // Without a fault, every reader has given its part.
  return parts as Parts;
}

/** The folder that holds spec/, packages/ and tools/, without a slash at its end. */
export const repositoryRoot = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '');

/**
 * Reads a YAML file below `root`; faults name it by `path`.
 * @throws {ContractError} if it is missing or not YAML.
 */
export function readYamlFile(root: string, path: string): YamlFile {
  return parseOnce(readText(root, path), path, 1);
}

/** Parses front matter, which begins on line 2 of `file`. @throws {ContractError} if it is not YAML. */
export function parseFrontMatter(text: string, file: string): YamlFile {
  return parseOnce(text, file, 2);
}

/**
 * What has been parsed: to parse takes most of the time, and programs and tests read the same contract
 * several times. The values are shared, so that they are frozen.
 */
const parsed = new Map<string, YamlFile>();

function parseOnce(text: string, file: string, firstLine: number): YamlFile {
  const key = [firstLine, file, text].join('\n');
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const yaml = orThrow(parseYaml(text, file, firstLine));
  freeze(yaml.value);
  parsed.set(key, yaml);
  return yaml;
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freeze(member);
}

function orThrow(yaml: YamlFile | FaultyYaml): YamlFile {
  if ('faults' in yaml) throw new ContractError(yaml.faults);
  return yaml;
}

/** The text of a file below `root`. @throws {ContractError} if it cannot be read. */
export function readText(root: string, file: string): string {
  const read = readTextOf(join(root, file), file);
  if ('faults' in read) throw new ContractError(read.faults);
  return read.text;
}
