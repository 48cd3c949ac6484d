import { didYouMean, type FileFault } from '@cascade/yaml-file';
import { isNode, parsePointer, toPointer, valueAt } from './json.ts';
import { readLimits } from './read-catalogue.ts';
import { readYamlFile } from './yaml-file.ts';

const schemas = 'spec/openapi/components/schemas';

/** The file that `at` names: a component, or a schema of the additions. */
function schemaFileOf(name: string): string {
  return name.startsWith('additions/')
    ? `spec/openapi/additions/schemas/${name.slice('additions/'.length)}`
    : `${schemas}/${name}`;
}

/**
 * Limits whose number is another one than that of the schema that states them (`at`). The catalogue gives
 * messages, guides and the mock their number, the schema decides: both must change together.
 * @throws {ContractError} if a schema file is missing.
 */
export function limitFaults(root: string): readonly FileFault[] {
  const { file, entries } = readLimits(root);
  return entries.flatMap(({ at, value }, index) => {
    if (at === undefined) return [];
    const [name = '', pointer = ''] = at.split('#');
    const schema = readYamlFile(root, schemaFileOf(name)).value;
    const stated = valueAt(schema, pointer);
    if (stated === value) return [];
    const message =
      stated === undefined
        ? `expected the place in ${schemas} that states the limit, found nothing at ${at}${nearest(schema, pointer)}`
        : `expected ${JSON.stringify(stated)}, as ${schemas}/${at} states it, found ${value}; change both`;
    return [file.locate({ pointer: `/${index}/${stated === undefined ? 'at' : 'value'}`, message })];
  });
}

/** The nearest name where a pointer leads nowhere. */
function nearest(root: unknown, pointer: string): string {
  const steps = parsePointer(pointer);
  const last = steps.findIndex(
    (_, index) => valueAt(root, toPointer(steps.slice(0, index + 1))) === undefined,
  );
  const parent = valueAt(root, toPointer(steps.slice(0, last)));
  return didYouMean(steps[last] ?? '', isNode(parent) ? Object.keys(parent) : []);
}
