import { createShapeCheck } from '../yaml-file/check-shape.ts';
import { FaultyFileError, type FileFault } from '../yaml-file/faulty-file-error.ts';
import { readText, readYaml } from '../yaml-file/read-yaml.ts';
import type { DeclaredService } from './declared-service.ts';
import { type Environment, fillInEnvironment } from './fill-in-environment.ts';
import { type ServiceSettings, settingsOf } from './settings-of.ts';

/** Names of members whose value is never shown, wherever it comes from; a URL may hold a token. */
const secret = /\/(?:password|authorization|url|secrets(?:\/\d+)?)$/;
const schemaFile = new URL('service.schema.yaml', import.meta.url);

/**
 * Reads a service configuration file (YAML), fills in the environment and holds it against `service.schema.yaml`.
 * @throws {FaultyFileError} with every fault: line, pointer, what was expected, what is there.
 */
export async function readServiceFile(file: string, environment: Environment): Promise<ServiceSettings> {
  return parseService(await readText(file, errorOf), file, environment);
}

/** The same for a text; `file` is its name in faults. */
export function parseService(text: string, file: string, environment: Environment): ServiceSettings {
  const { value, error } = readYaml(text, file, errorOf);
  // Everything may be left out, even all of it.
  const filled = fillInEnvironment(value ?? {}, environment);
  const isSecret = (pointer: string) => secret.test(pointer) || filled.pointers.has(pointer);
  const shape = createShapeCheck<DeclaredService>({ schemaFile, isSecret })(filled.value);
  const missing = new Set(filled.faults.map(({ pointer }) => pointer));
  const misshapen = 'faults' in shape ? shape.faults.filter(({ pointer }) => !missing.has(pointer)) : [];
  const faults = [...filled.faults, ...misshapen];
  if (faults.length > 0 || 'faults' in shape) throw error(faults);
  return settingsOf(shape.value);
}

function errorOf(file: string, faults: readonly FileFault[]): FaultyFileError {
  return new FaultyFileError(`The service cannot start with ${file}:`, faults);
}
