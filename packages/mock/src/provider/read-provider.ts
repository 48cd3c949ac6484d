import { createShapeCheck, readYaml } from '@cascade/yaml-file';
import { validate } from '../generated/provider-shape.js';
import { findProviderDuplicates } from './find-provider-duplicates.ts';
import type { Provider } from './provider.ts';
import { ProviderFileError } from './provider-file-error.ts';

const checkShape = createShapeCheck<Provider>({
  compiled: validate,
  isSecret: (pointer) => /\/(?:keys|callback|secrets)(?:\/\d+)?(?:\/key)?$/.test(pointer),
});

/**
 * Reads a provider file (YAML) and checks it against `spec/schemas/provider.schema.yaml`.
 * @throws {ProviderFileError} with every fault: line, pointer, what was expected, what was found.
 */
export function readProvider(file: string): Provider {
  const yaml = readYaml(file);
  if ('faults' in yaml) throw new ProviderFileError(file, yaml.faults);
  const shape = checkShape(yaml.value);
  const faults = [...('faults' in shape ? shape.faults : []), ...findProviderDuplicates(yaml.value)];
  if (faults.length > 0 || 'faults' in shape) throw new ProviderFileError(file, faults.map(yaml.locate));
  return shape.value;
}
