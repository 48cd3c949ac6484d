import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  createShapeCheck,
  type FaultyYaml,
  type FileFault,
  parseYaml,
  readText,
  type YamlFile,
  YamlFileError,
} from '@cascade/yaml-file';
import type { Scenario } from './scenario.ts';

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
 * By name and text: the generator reads the same files several times, and to parse takes most of the time.
 */
const parsed = new Map<string, YamlFile>();

function parseOnce(path: string, name: string): YamlFile | FaultyYaml {
  const read = readText(path, name);
  if ('faults' in read) return read;
  const key = `${name}\n${read.text}`;
  const yaml = parsed.get(key) ?? parseYaml(read.text, name);
  if ('value' in yaml) parsed.set(key, yaml);
  return yaml;
}

/**
 * Every scenario of a contract, in the order of their file names; `spec` is its folder.
 * @throws {YamlFileError} with file, line and key of every fault, if files do not have the shape of the
 * schema.
 */
export function readScenarios(spec: string): readonly Scenario[] {
  const folder = join(spec, 'scenarios');
  const checkShape = createShapeCheck<ScenarioFile>({
    schemaFile: join(spec, 'schemas/scenario.schema.yaml'),
  });
  const faults: FileFault[] = [];
  const read = (file: string): Scenario[] => {
    const yaml = parseOnce(join(folder, file), `spec/scenarios/${file}`);
    const shape = 'faults' in yaml ? yaml : checkShape(yaml.value);
    if ('value' in shape) {
      const { then: expects = {}, given = {}, when = {}, ...rest } = shape.value;
      return [{ ...rest, id: basename(file, '.yaml'), given, when, expects }];
    }
    faults.push(...('locate' in yaml ? shape.faults.map(yaml.locate) : yaml.faults));
    return [];
  };
  const scenarios = readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.yaml'))
    .sort((one, other) => (basename(one) < basename(other) ? -1 : 1))
    .flatMap(read);
  if (faults.length > 0) throw new YamlFileError('The scenarios are wrong:', faults);
  return scenarios;
}
