import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { Fault } from './fault.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The value, if it has the shape of the schema; otherwise every deviation. */
export type ShapeCheck<Shape> = (
  value: unknown,
) => { readonly value: Shape } | { readonly faults: readonly Fault[] };

export interface ShapeCheckOptions {
  /** A JSON Schema in YAML. Where a pattern does not fit, its description says what was expected. */
  readonly schemaFile: URL;
  /** Whether the place may hold a secret: of those only the type is shown. */
  isSecret(pointer: string): boolean;
  /** The member names of a `oneOf` whose branches each require one, for people. */
  readonly choice?: string;
}

/** Compiles the schema when it is first needed. */
export function createShapeCheck<Shape>(options: ShapeCheckOptions): ShapeCheck<Shape> {
  let compiled: ValidateFunction<Shape> | undefined;
  return (value) => {
    compiled ??= compileSchema<Shape>(options.schemaFile);
    if (compiled(value)) return { value };
    return { faults: (compiled.errors ?? []).filter(isOwn).map((error) => toFault(error, options)) };
  };
}

function compileSchema<Shape>(schemaFile: URL): ValidateFunction<Shape> {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true });
  ajv.addFormat('uuid', uuid);
  ajv.addFormat('date-time', (text) => dateTime.test(text) && !Number.isNaN(Date.parse(text)));
  return ajv.compile<Shape>(parse(readFileSync(schemaFile, 'utf8')));
}

/** What only repeats another error is left out: the branches of oneOf, that `then` failed, why a name is not known. */
function isOwn({ schemaPath, keyword, propertyName, data }: ErrorObject): boolean {
  if (keyword === 'if') return false;
  if (keyword === 'oneOf') return typeof data === 'object';
  return !schemaPath.includes('/oneOf/') && (keyword === 'propertyNames' || propertyName === undefined);
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  'date-time': 'a time such as 2026-12-31T00:00:00Z',
};

function toFault(error: ErrorObject, { isSecret, choice = 'one of them' }: ShapeCheckOptions): Fault {
  const { keyword, message = keyword, params, instancePath: pointer, parentSchema, data } = error;
  const got = show(data, isSecret(pointer));
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
        expected: `either ${choice}`,
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
function show(value: unknown, isSecret: boolean): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isSecret || typeof value === 'object')
    return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
  return JSON.stringify(value).slice(0, 80);
}

/** RFC 6901 §3. */
function escapeStep(name: unknown): string {
  return String(name).replaceAll('~', '~0').replaceAll('/', '~1');
}
