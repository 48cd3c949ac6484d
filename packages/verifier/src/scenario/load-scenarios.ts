import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { Scenario } from './scenario.ts';

const folder = fileURLToPath(new URL('.', import.meta.resolve('@cascade/spec/scenarios/accepts-sms.yaml')));
const schemaFile = new URL(import.meta.resolve('@cascade/spec/schemas/scenario.schema.yaml'));

/** A scenario as written: sections are optional, and `expects` is called `then`, which would make an object thenable. */
type ScenarioFile = Pick<Scenario, 'says' | 'phase' | 'clauses'> & {
  readonly given?: Scenario['given'];
  readonly when?: Scenario['when'];
  readonly then?: Scenario['expects'];
};

/**
 * Every scenario of spec/scenarios and of its folder `generated`, in the order of their file names.
 * @throws if a file does not have the shape of the schema.
 */
export function loadScenarios(): readonly Scenario[] {
  loaded ??= readScenarios();
  return loaded;
}

let loaded: readonly Scenario[] | undefined;

function readScenarios(): readonly Scenario[] {
  const ajv = new Ajv2020({ allErrors: true });
  const validate = ajv.compile<ScenarioFile>(parse(readFileSync(schemaFile, 'utf8')));
  const read = (file: string): Scenario => {
    const text: unknown = parse(readFileSync(join(folder, file), 'utf8'));
    if (!validate(text)) throw new Error(`spec/scenarios/${file}: ${ajv.errorsText(validate.errors)}`);
    const { then: expects = {}, given = {}, when = {}, ...rest } = text;
    return { ...rest, id: basename(file, '.yaml'), given, when, expects };
  };
  return readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.yaml'))
    .sort((one, other) => (basename(one) < basename(other) ? -1 : 1))
    .map(read);
}
