import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { didYouMean } from './did-you-mean.ts';
import type { Fault } from './fault.ts';
import { formats } from './formats.ts';
import { escapeStep, memberOf } from './places.ts';

/** The value if it matches the schema, otherwise every deviation. */
export type ShapeCheck<Shape> = (
  value: unknown,
) => { readonly value: Shape } | { readonly faults: readonly Fault[] };

/** Where a pattern does not match, the description beside it says what was expected. */
export type ShapeCheckOptions = SchemaSource & {
  /** Whether the value may be a secret: messages then show its type only. */
  isSecret?(pointer: string): boolean;
};

/** Where the schema is. */
export type SchemaSource =
  /** A JSON Schema (2020-12) in YAML, compiled on first use. */
  | { readonly schemaFile: string | URL }
  /** The same, compiled ahead. */
  | { readonly compiled: CompiledShape };

/** Checks values by a JSON Schema. */
export function createShapeCheck<Shape>(options: ShapeCheckOptions): ShapeCheck<Shape> {
  const { isSecret = () => false } = options;
  let validate: CompiledShape | undefined;
  return (value) => {
    validate ??= 'compiled' in options ? options.compiled : compileSchema(options.schemaFile);
    if (validate(value)) return { value: value as Shape };
    return { faults: explainErrors((validate.errors ?? []) as ErrorObject[], isSecret) };
  };
}

/** A check that Ajv has compiled with `verbose` and `allErrors`. */
export interface CompiledShape {
  (value: unknown): boolean;
  /** Ajv's, every one, if the last value does not match. */
  readonly errors?: readonly object[] | null;
}

/** By the text of the schema: to compile one takes longer than to check a file by it. */
const compiledSchemas = new Map<string, CompiledShape>();

/** Compiles a JSON Schema (2020-12) in YAML, once. Ajv is not loaded when the checks are precompiled. */
function compileSchema(schemaFile: string | URL): CompiledShape {
  const text = readFileSync(schemaFile, 'utf8');
  const known = compiledSchemas.get(text);
  if (known !== undefined) return known;
  const module: typeof import('ajv/dist/2020.js') = createRequire(import.meta.url)('ajv/dist/2020.js');
  const ajv = new module.Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true, formats });
  const compiled = compileOrExplain(ajv, text, String(schemaFile));
  compiledSchemas.set(text, compiled);
  return compiled;
}

/** @throws {Error} with file and line of a keyword that Ajv does not know, and the nearest one. */
function compileOrExplain(ajv: Ajv2020, text: string, file: string): CompiledShape {
  try {
    return ajv.compile(parse(text));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const [, keyword] = /unknown keyword: "(.+)"/.exec(reason) ?? [];
    const [, reference] = /can't resolve reference (\S+)/.exec(reason) ?? [];
    const place = keyword === undefined ? reference : `${keyword}:`;
    if (place === undefined) throw new Error(`${file}: ${reason}`, { cause });
    const line = text.slice(0, text.indexOf(place)).split('\n').length;
    const message =
      keyword === undefined
        ? `$ref: found no ${reference}${didYouMean(place.split('/').at(-1) ?? '', definitionsIn(text))}`
        : `unknown keyword ${keyword}${didYouMean(keyword, Object.keys(ajv.RULES.all))}`;
    throw new Error(`${file}:${line}: ${message}`, { cause });
  }
}

function definitionsIn(text: string): string[] {
  return Object.keys(memberOf(parse(text), '$defs') ?? {});
}

/** The errors of Ajv as faults, without those that only repeat others. */
function explainErrors(
  errors: readonly ErrorObject[],
  isSecret: (pointer: string) => boolean,
): readonly Fault[] {
  const { faults, rest }: Explained = explainChoices(errors);
  const own = rest.filter(({ keyword }) => keyword !== 'if' && keyword !== 'propertyNames');
  const unnamed = new Set(own.filter(({ instancePath }) => isSecret(instancePath)).flatMap(misnamedPointer));
  const shown = own.filter(({ instancePath }) => !unnamed.has(instancePath));
  const known = shown.filter((error) => !isMisnamed(error, shown));
  return [...faults, ...known.map((error) => explainError(error, isSecret(error.instancePath)))];
}

/** Whether a missing member is there under a near name, which is a fault of its own. */
function isMisnamed({ keyword, instancePath, params }: ErrorObject, errors: readonly ErrorObject[]): boolean {
  if (keyword !== 'required') return false;
  return errors.some(
    (other) =>
      other.keyword === 'additionalProperties' &&
      other.instancePath === instancePath &&
      didYouMean(other.params.additionalProperty, membersOf(other).absent) ===
        `; did you mean ${params.missingProperty}?`,
  );
}

/**
 * The pointer of the member whose name is wrong. In a secret object it is not shown, so neither are its other
 * errors.
 */
function misnamedPointer({ instancePath, propertyName }: ErrorObject): string[] {
  return propertyName === undefined ? [] : [`${instancePath}/${escapeStep(propertyName)}`];
}

/** Faults of `oneOf`, and the errors that are still to be explained one by one. */
interface Explained {
  readonly faults: readonly Fault[];
  readonly rest: readonly ErrorObject[];
}

/**
 * Explains each `oneOf`, of whose branches Ajv reports every error. A branch whose constant or type differs
 * is not what the author meant. If one branch is left, its errors count; otherwise the fault names the
 * choice.
 */
function explainChoices(errors: readonly ErrorObject[]): Explained {
  return errors
    .filter(({ keyword }) => keyword === 'oneOf')
    .reduce<Explained>(explainChoice, { faults: [], rest: errors });
}

function explainChoice({ faults, rest }: Explained, choice: ErrorObject): Explained {
  const branchOf = (error: ErrorObject) => indexOfBranch(choice, error);
  const others = rest.filter((error) => error !== choice && branchOf(error) === undefined);
  const branches: readonly object[] = Array.isArray(choice.schema) ? choice.schema : [];
  const candidates = branches.flatMap((_, index) => {
    const own = rest.filter((error) => branchOf(error) === index);
    return own.some((error) => isOtherBranch(choice, error)) ? [] : [own];
  });
  const [only] = candidates;
  const isNoneMatched = choice.params.passingSchemas === null;
  if (isNoneMatched && candidates.length === 1 && only !== undefined)
    return { faults, rest: [...others, ...only] };
  // `required` holds for a value that is not an object; its type is the fault.
  if (!isNoneMatched && typeof choice.data !== 'object') return { faults, rest: others };
  const fault = { pointer: choice.instancePath, message: nameChoice(choice, branches) };
  return { faults: [...faults, fault], rest: others };
}

function indexOfBranch(choice: ErrorObject, error: ErrorObject): number | undefined {
  if (!error.schemaPath.startsWith(`${choice.schemaPath}/`)) return undefined;
  if (!`${error.instancePath}/`.startsWith(`${choice.instancePath}/`)) return undefined;
  return Number.parseInt(error.schemaPath.slice(choice.schemaPath.length + 1), 10);
}

function isOtherBranch(choice: ErrorObject, { keyword, instancePath }: ErrorObject): boolean {
  return keyword === 'const' || (keyword === 'type' && instancePath === choice.instancePath);
}

function nameChoice({ data, params }: ErrorObject, branches: readonly object[]): string {
  const names = branches.map(nameBranch).join(' or ');
  if (params.passingSchemas !== null) return `expected either ${names}, found both`;
  return typeof data === 'object' ? `expected either ${names}, found neither` : `expected ${names}`;
}

function nameBranch(branch: object): string {
  if ('required' in branch && Array.isArray(branch.required)) return branch.required.join(' and ');
  const type = 'type' in branch ? String(branch.type) : 'another';
  return typeNames[type] ?? type;
}

const formatWords: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  'date-time': 'a time such as 2026-12-31T00:00:00Z',
};

/** One error of Ajv as a fault; of a secret it shows the type only. */
function explainError(error: ErrorObject, isSecret: boolean): Fault {
  const { instancePath: pointer, keyword, params, propertyName, data } = error;
  if (propertyName !== undefined) return explainName(error, propertyName, isSecret);
  switch (keyword) {
    case 'required': {
      const found = isSecret ? undefined : misnamed(error);
      return { pointer, message: `expected a field ${params.missingProperty}, found ${found ?? 'none'}` };
    }
    case 'additionalProperties':
      return unexpectedMember(pointer, params.additionalProperty, membersOf(error));
    case 'uniqueItems':
      return {
        pointer: `${pointer}/${Math.max(params.i, params.j)}`,
        message: 'duplicate item',
        first: `${pointer}/${Math.min(params.i, params.j)}`,
      };
    default: {
      const found = isSecret && typeof data !== 'object' ? typeOf(data) : show(data, keyword);
      const near = isSecret ? '' : suggestion(error);
      return { pointer, message: `expected ${expectation(error, near !== '')}, found ${found}${near}` };
    }
  }
}

/** An error of `propertyNames`. In a secret object the name may be a misplaced value, and is not shown. */
function explainName(error: ErrorObject, name: string, isSecret: boolean): Fault {
  const { instancePath, keyword, params } = error;
  if (keyword === 'enum')
    return unexpectedMember(instancePath, name, { absent: params.allowedValues.map(String), present: [] });
  const pointer = isSecret ? instancePath : `${instancePath}/${escapeStep(name)}`;
  return { pointer, message: `unexpected field; expected ${expectation(error)}` };
}

/** The members of a schema that an object lacks and those that it has. */
interface Members {
  readonly absent: readonly string[];
  readonly present: readonly string[];
}

function unexpectedMember(pointer: string, name: string, { absent, present }: Members): Fault {
  const place = `${pointer}/${escapeStep(name)}`;
  const hint = didYouMean(name, absent);
  if (hint !== '') return { pointer: place, message: `unexpected field${hint}` };
  const near = present.find((one) => didYouMean(name, [one]) !== '');
  if (near !== undefined) {
    const message = `unexpected field${didYouMean(name, [near])}`;
    return { pointer: place, message, first: `${pointer}/${escapeStep(near)}` };
  }
  const list = absent.length > 0 ? `; expected ${absent.join(', ')}` : '';
  return { pointer: place, message: `unexpected field${list}` };
}

/** A member that the schema does not have, with a name near to the missing one. */
function misnamed({ params, parentSchema, data }: ErrorObject): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const known = Object.keys(parentSchema?.properties ?? {});
  return Object.keys(data).find(
    (name) => !known.includes(name) && didYouMean(name, [params.missingProperty]) !== '',
  );
}

function membersOf({ parentSchema, data }: ErrorObject): Members {
  const given = typeof data === 'object' && data !== null ? Object.keys(data) : [];
  const names = Object.keys(parentSchema?.properties ?? {});
  return {
    absent: names.filter((name) => !given.includes(name)),
    present: names.filter((name) => given.includes(name)),
  };
}

function suggestion({ keyword, params, data }: ErrorObject): string {
  return keyword === 'enum' && typeof data === 'string'
    ? didYouMean(data, params.allowedValues.map(String))
    : '';
}

/** More values than this are counted where the nearest one is suggested. */
const mostListed = 12;

function expectation(
  { keyword, params, parentSchema, message = keyword }: ErrorObject,
  isNearShown = false,
): string {
  switch (keyword) {
    case 'enum': {
      const { length } = params.allowedValues;
      if (length === 1) return String(params.allowedValues[0]);
      return isNearShown && length > mostListed
        ? `one of ${length} values`
        : `one of ${params.allowedValues.join(', ')}`;
    }
    case 'const':
      return JSON.stringify(params.allowedValue);
    case 'type':
      return [params.type]
        .flat()
        .map((type) => typeNames[type] ?? type)
        .join(' or ');
    case 'format':
      return formatWords[params.format] ?? message;
    case 'pattern':
      return String(parentSchema?.description ?? `text like ${params.pattern}`);
    default:
      return bounds[keyword]?.(params.limit) ?? message.replace(/^must (be )?/, '');
  }
}

const bounds: Readonly<Record<string, (limit: number) => string>> = {
  exclusiveMinimum: (limit) => `more than ${limit}`,
  maximum: (limit) => `at most ${limit}`,
  maxItems: (limit) => `at most ${count(limit, 'item')}`,
  maxLength: (limit) => `at most ${count(limit, 'character')}`,
  maxProperties: (limit) => `at most ${count(limit, 'field')}`,
  minimum: (limit) => `at least ${limit}`,
  minItems: (limit) => `at least ${count(limit, 'item')}`,
  minLength: (limit) => `at least ${count(limit, 'character')}`,
  minProperties: (limit) => `at least ${count(limit, 'field')}`,
};

function count(limit: number, noun: string): string {
  return `${limit} ${noun}${limit === 1 ? '' : 's'}`;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return typeNames[Array.isArray(value) ? 'array' : typeof value] ?? typeof value;
}

function show(value: unknown, keyword: string): string {
  if (Array.isArray(value) && keyword.endsWith('Items')) return String(value.length);
  if (typeof value === 'object') return typeOf(value);
  return JSON.stringify(value).slice(0, 80).replaceAll(unseen, escaped);
}

/** What a terminal obeys or hides: controls, and what turns the direction of the text. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The types of JSON Schema in messages. */
const typeNames: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};
