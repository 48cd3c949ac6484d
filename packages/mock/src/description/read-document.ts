import { fileURLToPath } from 'node:url';
import { readYaml } from '@cascade/yaml-file';

/** The bundle of the API description. The packed mock has its value in place of this module. */
export function readDocument(): Readonly<Record<string, unknown>> {
  const yaml = readYaml(fileURLToPath(import.meta.resolve('@cascade/spec/generated/openapi.yaml')));
  if ('faults' in yaml) throw new Error(JSON.stringify(yaml.faults));
  return Object(yaml.value);
}
