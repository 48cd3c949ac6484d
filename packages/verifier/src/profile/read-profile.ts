import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { findContradictions } from './find-contradictions.ts';
import { parseYaml } from './parse-yaml.ts';
import type { Profile } from './profile.ts';
import { ProfileError } from './profile-error.ts';

/** Reads a profile from a file. @throws {ProfileError} with every fault and its line. */
export async function readProfile(file: string): Promise<Profile> {
  try {
    return parseProfile(await readFile(file, 'utf8'), file);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new ProfileError(file, [
      { line: 1, column: 1, pointer: '', says: `the file cannot be read (${error.code})` },
    ]);
  }
}

/** Reads a profile from its text. @throws {ProfileError} with every fault and its line. */
export function parseProfile(text: string, file = 'provider.yaml'): Profile {
  const parsed = parseYaml(text);
  if ('faults' in parsed)
    throw new ProfileError(
      file,
      parsed.faults.map((fault) => ({ pointer: '', ...fault })),
    );
  const { value, placeOf } = parsed;
  validate ??= compileSchema();
  const faults = validate(value)
    ? findContradictions(value)
    : (validate.errors ?? []).map((error) => toFault(error));
  if (faults.length === 0 && validate(value)) return value;
  throw new ProfileError(
    file,
    faults.map((fault) => ({ ...placeOf(fault.pointer), ...fault })),
  );
}

let validate: ValidateFunction<Profile> | undefined;

function compileSchema(): ValidateFunction<Profile> {
  const schema = readFileSync(new URL('../../schemas/profile.schema.yaml', import.meta.url), 'utf8');
  return new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true }).compile<Profile>(
    parse(schema),
  );
}

/** Values are not quoted: one may be a key. */
function toFault({ keyword, message = keyword, params, instancePath, parentSchema }: ErrorObject): {
  pointer: string;
  says: string;
} {
  switch (keyword) {
    case 'required':
      return { pointer: instancePath, says: `the member ${params.missingProperty} is missing` };
    case 'additionalProperties':
      return { pointer: `${instancePath}/${params.additionalProperty}`, says: 'there is no such member' };
    case 'enum':
      return { pointer: instancePath, says: `must be one of ${params.allowedValues.join(', ')}` };
    case 'pattern':
      return {
        pointer: instancePath,
        says: `must be ${parentSchema?.description ?? `like ${params.pattern}`}`,
      };
    default:
      return { pointer: instancePath, says: message };
  }
}
