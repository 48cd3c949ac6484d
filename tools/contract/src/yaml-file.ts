import { join } from 'node:path';
import {
  type FaultyYaml,
  parseYaml,
  readText as readTextOf,
  readYaml,
  type YamlFile,
} from '@cascade/yaml-file';
import { ContractError } from './contract-error.ts';

/**
 * Reads a YAML file below `root`; faults name it by `path`.
 * @throws {ContractError} if it is missing or not YAML.
 */
export function readYamlFile(root: string, path: string): YamlFile {
  return orThrow(readYaml(join(root, path), path));
}

/** Parses front matter, which begins on line 2 of `file`. @throws {ContractError} if it is not YAML. */
export function parseFrontMatter(text: string, file: string): YamlFile {
  return orThrow(parseYaml(text, file, 2));
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
