import type { FileFault } from '@cascade/yaml-file';
import type { LimitEntry } from './entries.ts';
import { valueAt } from './json-pointer.ts';
import type { Listed } from './read-catalogue.ts';
import { readYamlFile } from './yaml-file.ts';

const schemas = 'spec/openapi/components/schemas';

/**
 * Limits whose number is another one than that of the schema that states them (`at`). The catalogue gives messages,
 * guides and the mock their number, the schema decides: both must change together.
 * @throws {ContractError} if a schema file is missing.
 */
export function checkLimitValues(root: string, { file, entries }: Listed<LimitEntry>): FileFault[] {
  return entries.flatMap(({ at, value }, index) => {
    if (at === undefined) return [];
    const [name = '', pointer = ''] = at.split('#');
    const stated = valueAt(readYamlFile(root, `${schemas}/${name}`).value, pointer);
    if (stated === value) return [];
    const message =
      stated === undefined
        ? `expected the place in ${schemas} that states the limit, found nothing at ${at}`
        : `expected ${JSON.stringify(stated)}, as ${schemas}/${at} states it, found ${value}; change both`;
    return [file.locate({ pointer: `/${index}/${stated === undefined ? 'at' : 'value'}`, message })];
  });
}
