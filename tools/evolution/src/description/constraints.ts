const types: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

const formats: Readonly<Record<string, string>> = {
  'date-time': 'a time as in ISO 8601',
  int32: 'a whole number of 32 bits',
  int64: 'a whole number of 64 bits',
  uri: 'a URI',
  uuid: 'a UUID',
};

const sentences: Readonly<Record<string, (value: unknown) => string>> = {
  type: (value) =>
    [value]
      .flat()
      .map((type) => types[String(type)] ?? String(type))
      .join(' or '),
  enum: (value) => `one of ${[value].flat().join(', ')}`,
  exclusiveMinimum: (value) => `more than ${value}`,
  exclusiveMaximum: (value) => `less than ${value}`,
  minimum: (value) => `at least ${value}`,
  maximum: (value) => `at most ${value}`,
  minLength: (value) => `at least ${value} characters`,
  maxLength: (value) => `at most ${value} characters`,
  minItems: (value) => `at least ${value} items`,
  maxItems: (value) => `at most ${value} items`,
  format: (value) => formats[String(value)] ?? `in the format ${value}`,
  pattern: (value) => patternWords(String(value)),
  required: (value) => `required: ${[value].flat().join(', ')}`,
};

/**
 * A constraint of JSON Schema as words: `maximum: 10` as `at most 10`; `undefined` for a keyword without a
 * sentence.
 */
export function constraintWords(keyword: string, value: unknown): string | undefined {
  const sentence = sentences[keyword];
  if (sentence === undefined) return undefined;
  return value === undefined || value === null ? 'not limited' : sentence(value);
}

/** The parts of patterns that descriptions have, the longer first. */
const parts: readonly (readonly [pattern: string, words: string])[] = [
  [
    String.raw`(?:[\u0020-\u002e\u0030-\u005b\u005d-\u007e\u0080-\ud7ff\ue000-\uffff]|[^\u0000-\uffff])`,
    'then no slash',
  ],
  [
    String.raw`(?:[\u0020-\u007e\u0080-\ud7ff\ue000-\uffff]|[^\u0000-\uffff])*`,
    'without control characters and half surrogate pairs',
  ],
  [String.raw`(?:[\u0001-\ud7ff\ue000-\uffff]|[^\u0000-\uffff])*`, 'without U+0000 and half surrogate pairs'],
  [String.raw`[^\u0000-\u001f\u007f\ud800-\udfff]*`, 'without control characters and half surrogate pairs'],
  [String.raw`[^\u0000\ud800-\udfff]*`, 'without U+0000 and half surrogate pairs'],
  ['https?://', 'beginning with https:// or http://'],
  ['https://', 'beginning with https://'],
];

/** Words for an anchored pattern of known parts or of fixed values; any other pattern as it is. */
function patternWords(pattern: string): string {
  const values = /^\^\(?([\w|]+)\)?\$$/.exec(pattern)?.[1];
  if (values !== undefined) return values.replaceAll('|', ' or ');
  const words: string[] = [];
  let rest = pattern.replace(/^\^/, '').replace(/\$$/, '');
  for (let part = partAt(rest); part !== undefined; part = partAt(rest)) {
    words.push(part[1]);
    rest = rest.slice(part[0].length);
  }
  return pattern.startsWith('^') && rest === '' && words.length > 0
    ? `text ${words.join(', ')}`
    : `text that matches ${pattern}`;
}

function partAt(text: string) {
  return parts.find(([pattern]) => text.startsWith(pattern));
}

/** The keywords of JSON Schema that limit which values are valid, each judged on its own. */
export const constraints = [
  'type',
  'format',
  'pattern',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'required',
  'additionalProperties',
] as const;

/**
 * Whether each value that is valid now was valid before, as far as one keyword says; `undefined` limits
 * nothing.
 */
export function isStronger(keyword: string, before: unknown, now: unknown): boolean {
  if (before === undefined) return true;
  if (now === undefined) return false;
  if (keyword === 'type') return typesOf(now).every((type) => typesOf(before).includes(type));
  if (keyword === 'enum') return [now].flat().every((value) => [before].flat().includes(value));
  if (keyword === 'required') return [before].flat().every((name) => [now].flat().includes(name));
  if (/^(?:exclusiveM|m)in/.test(keyword)) return Number(now) >= Number(before);
  if (/^(?:exclusiveM|m)ax/.test(keyword)) return Number(now) <= Number(before);
  return keyword === 'additionalProperties' ? now === false : keyword === 'uniqueItems' && now === true;
}

/** The types of a schema; a number may be an integer. */
function typesOf(type: unknown): unknown[] {
  const types: unknown[] = [type].flat();
  return types.includes('number') ? [...types, 'integer'] : types;
}
