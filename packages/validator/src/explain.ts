import { codePointLength } from './code-point-length.ts';
import { isObject } from './objects.ts';
import type { SchemaViolation } from './validate-function.ts';

/**
 * The `detail` of a violation (ADR-0036): where, what was expected and what was found. It quotes types,
 * lengths and limits, never a text, an address or a number of the request, which may be a code or a phone
 * number.
 */
export function explain(error: SchemaViolation, pointer: string): string {
  if (pointer === '') return 'the body is not a JSON object';
  const fault = faults[error.keyword]?.(error) ?? 'is not as described';
  return `${pointer}: ${fault}`;
}

/** What is wrong, by the violated keyword. Other keywords have a fixed detail in the description. */
const faults: Readonly<Record<string, (error: SchemaViolation) => string>> = {
  required: (error) => `is missing${suggestion(error, [error.params.missingProperty])}`,
  dependentRequired: (error) =>
    `is missing beside ${error.params.property}${suggestion(error, [error.params.missingProperty])}`,
  anyOf: explainChoice,
  type: ({ params, data }) => `must be ${listed([params.type].flat())}, found ${typeName(data)}`,
  minLength: () => 'must not be empty',
  maxLength: ({ params, data }) => `must have at most ${params.limit} characters, found ${lengthOf(data)}`,
  maxItems: ({ params, data }) => `must have at most ${params.limit} items, found ${lengthOf(data)}`,
  minimum: ({ params, data }) => `must be at least ${params.limit}, found ${numberOf(data)}`,
  maximum: ({ params, data }) => `must be at most ${params.limit}, found ${numberOf(data)}`,
  format: ({ params, data }) =>
    `must be ${formats[String(params.format)] ?? params.format}, found ${typeName(data)}`,
  pattern: ({ params, data }) => `must match ${params.pattern}, found ${typeName(data)}`,
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  'date-time': 'a day of the calendar and a time with a time zone (ISO 8601)',
};

/** A value of none of several types, or an object with none of several members (`content`). */
function explainChoice(error: SchemaViolation): string {
  const branches = [error.parentSchema.anyOf].flat().map(Object);
  const members = branches.flatMap(({ required = [] }) => required);
  if (members.length > 0) return `must have ${listed(members)}${suggestion(error, members)}`;
  return `must be ${listed(branches.map(({ type }) => type))}, found ${typeName(error.data)}`;
}

/** Names a member that looks like a missing one. */
function suggestion({ data }: SchemaViolation, missing: readonly unknown[]): string {
  if (!isObject(data)) return '';
  for (const name of missing) {
    const others = Object.keys(data).filter((one) => one !== name);
    const found = nearMiss(String(name), others);
    if (found !== undefined) return `; found ${found}, did you mean ${name}?`;
  }
  return '';
}

/** `string, number or null`. */
function listed(names: readonly unknown[]): string {
  const last = names.at(-1);
  return names.length < 2 ? String(last) : `${names.slice(0, -1).join(', ')} or ${last}`;
}

function typeName(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'empty string' : `string of length ${lengthOf(value)}`;
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The number as it was sent: beyond 2^53-1 the digits of an integer have changed by reading (ADR-0056). */
function numberOf(value: unknown): string {
  const isChanged = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isChanged ? `a number beyond ${value < 0 ? '-' : ''}2^53` : String(value);
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : codePointLength(String(value));
}

const enoughNames = 100;

/**
 * The name that was probably meant as `expected`: other letter case or separators, one typo, or two after the
 * same first letter. So `action` is not taken for `caption`.
 */
function nearMiss(expected: string, names: readonly string[]): string | undefined {
  const wanted = bare(expected);
  const typosOf = (name: string) => (wanted.length >= 6 && name[0] === wanted[0] ? 2 : 1);
  return names
    .slice(0, enoughNames)
    .find(
      (name) =>
        Math.abs(name.length - expected.length) <= 3 && distance(bare(name), wanted) <= typosOf(bare(name)),
    );
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[_\s-]/g, '');
}

/** Levenshtein distance of two short names. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, char] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const above = previous[column + 1] ?? 0;
      const diagonal = previous[column] ?? 0;
      const left = current[column] ?? 0;
      current.push(Math.min(above + 1, left + 1, diagonal + (char === other ? 0 : 1)));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
