import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { DeclaredAccounts } from './declared-accounts.ts';
import type { Fault } from './fault.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
const schemaFile = new URL('../accounts.schema.yaml', import.meta.url);

let compiled: ValidateFunction<DeclaredAccounts> | undefined;

/** The accounts, if the value has the shape of the schema; otherwise every deviation. */
export function findShapeFaults(
  value: unknown,
): { readonly accounts: DeclaredAccounts } | { readonly faults: readonly Fault[] } {
  compiled ??= compileSchema();
  if (compiled(value)) return { accounts: value };
  return { faults: (compiled.errors ?? []).filter(isOwn).map(toFault) };
}

function compileSchema(): ValidateFunction<DeclaredAccounts> {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true });
  ajv.addFormat('uuid', uuid);
  ajv.addFormat('date-time', (text) => dateTime.test(text) && !Number.isNaN(Date.parse(text)));
  return ajv.compile<DeclaredAccounts>(parse(readFileSync(schemaFile, 'utf8')));
}

/** What only repeats another error is left out: the branches of oneOf, and why a name is not known. */
function isOwn({ schemaPath, keyword, propertyName, data }: ErrorObject): boolean {
  if (keyword === 'oneOf') return typeof data === 'object';
  return !schemaPath.includes('/oneOf/') && (keyword === 'propertyNames' || propertyName === undefined);
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  'date-time': 'a time such as 2026-12-31T00:00:00Z',
};

function toFault(error: ErrorObject): Fault {
  const { keyword, message = keyword, params, instancePath: pointer, parentSchema, data } = error;
  const got = show(data, pointer);
  switch (keyword) {
    case 'required':
      return { pointer, expected: `a member ${params.missingProperty}`, got: 'none' };
    case 'additionalProperties':
      return {
        pointer: `${pointer}/${escapeStep(params.additionalProperty)}`,
        expected: 'only known members',
        got: 'another',
      };
    case 'propertyNames':
      return {
        pointer: `${pointer}/${escapeStep(params.propertyName)}`,
        expected: 'a known channel',
        got: 'another',
      };
    case 'oneOf':
      return {
        pointer,
        expected: 'either key or hash',
        got: params.passingSchemas === null ? 'neither' : 'both',
      };
    case 'enum':
      return { pointer, expected: `one of ${params.allowedValues.join(', ')}`, got };
    case 'type':
      return { pointer, expected: [params.type].flat().join(' or '), got };
    case 'format':
      return { pointer, expected: formats[params.format] ?? message, got };
    case 'pattern':
      return { pointer, expected: String(parentSchema?.description ?? message), got };
    default:
      return { pointer, expected: message.replace(/^must (be )?/, ''), got };
  }
}

/** A value for people; of secrets, and of what stands in their place, only the type. */
function show(value: unknown, pointer: string): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  const isSecret = /\/(?:keys|callback|secrets)(?:\/\d+)?(?:\/key|\/hash)?$/.test(pointer);
  if (isSecret || typeof value === 'object')
    return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
  return JSON.stringify(value).slice(0, 80);
}

/** RFC 6901 §3. */
function escapeStep(name: unknown): string {
  return String(name).replaceAll('~', '~0').replaceAll('/', '~1');
}
