import {
  createShapeCheck,
  type FaultyYaml,
  parseYaml,
  readYaml,
  type YamlFile,
  YamlFileError,
} from '@cascade/yaml-file';
import type { DeclaredService } from './declared-service.ts';
import { type Environment, fillInEnvironment } from './fill-in-environment.ts';
import { type ServiceSettings, settingsOf } from './settings-of.ts';

/** Members whose value is never shown, whatever its source; a URL may hold a token. */
const secret = /\/(?:password|authorization|url|secrets(?:\/\d+)?)$/;
const schemaFile = new URL('service.schema.yaml', import.meta.url);

/**
 * Reads a service configuration file (YAML), fills in the environment and checks it against `service.schema.yaml`.
 * @throws {YamlFileError} with every fault: line, pointer, what was expected, what was found.
 */
export async function readServiceFile(file: string, environment: Environment): Promise<ServiceSettings> {
  return checkService(file, readYaml(file), environment);
}

/** The same for a text; `file` is its name in faults. */
export function parseService(text: string, file: string, environment: Environment): ServiceSettings {
  return checkService(file, parseYaml(text, file), environment);
}

function checkService(file: string, yaml: YamlFile | FaultyYaml, environment: Environment): ServiceSettings {
  const heading = `The service cannot start with ${file}:`;
  if ('faults' in yaml) throw new YamlFileError(heading, yaml.faults);
  // Every member is optional, so an empty file is valid.
  const filled = fillInEnvironment(yaml.value ?? {}, environment);
  const isSecret = (pointer: string) => secret.test(pointer) || filled.pointers.has(pointer);
  const shape = createShapeCheck<DeclaredService>({ schemaFile, isSecret })(filled.value);
  const missing = new Set(filled.faults.map(({ pointer }) => pointer));
  const misshapen = 'faults' in shape ? shape.faults.filter(({ pointer }) => !missing.has(pointer)) : [];
  const faults = [...filled.faults, ...misshapen];
  if (faults.length > 0 || 'faults' in shape) throw new YamlFileError(heading, faults.map(yaml.locate));
  return settingsOf(shape.value);
}
