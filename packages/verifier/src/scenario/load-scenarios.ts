import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { Scenario } from './scenario.ts';

const folder = new URL('.', import.meta.resolve('@cascade/spec/scenarios/accepts-sms.yaml'));
const schemaFile = new URL(import.meta.resolve('@cascade/spec/schemas/scenario.schema.yaml'));

/** In a file the sections may be left out, and what is expected is called `then`; a member of that name would make an object thenable. */
type ScenarioFile = Pick<Scenario, 'says' | 'phase' | 'clauses'> & {
  readonly given?: Scenario['given'];
  readonly when?: Scenario['when'];
  readonly then?: Scenario['expects'];
};

/**
 * Every scenario of spec/scenarios, in the order of their names.
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
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => {
      const file: unknown = parse(readFileSync(new URL(name, folder), 'utf8'));
      if (!validate(file)) throw new Error(`spec/scenarios/${name}: ${ajv.errorsText(validate.errors)}`);
      const { then: expects = {}, given = {}, when = {}, ...rest } = file;
      return { ...rest, id: name.replace(/\.yaml$/, ''), given, when, expects };
    });
}
