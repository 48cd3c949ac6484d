import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createShapeCheck, readYaml, YamlFileError } from '@cascade/yaml-file';
import type { Scenario } from './scenario.ts';

const folder = fileURLToPath(new URL('.', import.meta.resolve('@cascade/spec/scenarios/accepts-sms.yaml')));
const schemaFile = new URL(import.meta.resolve('@cascade/spec/schemas/scenario.schema.yaml'));

/**
 * A scenario as written: sections are optional, and `expects` is called `then`, which would make an object
 * thenable.
 */
type ScenarioFile = Pick<Scenario, 'says' | 'phase' | 'clauses'> & {
  readonly given?: Scenario['given'];
  readonly when?: Scenario['when'];
  readonly then?: Scenario['expects'];
};

/**
 * Every scenario of spec/scenarios and of its folder `generated`, in the order of their file names.
 * @throws {YamlFileError} with file, line and key, if a file does not have the shape of the schema.
 */
export function loadScenarios(): readonly Scenario[] {
  loaded ??= readScenarios();
  return loaded;
}

const heading = 'The scenario cannot be used.';

let loaded: readonly Scenario[] | undefined;

function readScenarios(): readonly Scenario[] {
  const checkShape = createShapeCheck<ScenarioFile>({ schemaFile });
  const read = (file: string): Scenario => {
    const yaml = readYaml(join(folder, file), `spec/scenarios/${file}`);
    if ('faults' in yaml) throw new YamlFileError(heading, yaml.faults);
    const shape = checkShape(yaml.value);
    if ('faults' in shape) throw new YamlFileError(heading, shape.faults.map(yaml.locate));
    const { then: expects = {}, given = {}, when = {}, ...rest } = shape.value;
    return { ...rest, id: basename(file, '.yaml'), given, when, expects };
  };
  return readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.yaml'))
    .sort((one, other) => (basename(one) < basename(other) ? -1 : 1))
    .map(read);
}
