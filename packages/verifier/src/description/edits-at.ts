import { isObject, type JsonObject } from '../json.ts';
import type { Edit } from '../scenario/scenario.ts';
import { objectOf } from './described.ts';
import { propertiesNamed, type SchemaLocation } from './locations.ts';

/** A value at or beyond a constraint, or a member that the example lacks. */
export interface ValueTrial {
  /** The keyword of the schema; with the member, where it is about one. */
  readonly constraint: string;
  readonly side: 'inside' | 'outside';
  readonly edit: Edit;
  readonly says: string;
  /** The schema that has the constraint. */
  readonly schema: JsonObject;
}

type MakeTrials = (
  limit: number,
  value: unknown,
  kind: string,
) => readonly (readonly [ValueTrial['side'], unknown, string])[];

/** The last value that a limit allows and the first that it forbids, for each keyword with a number. */
const limits: Readonly<Record<string, MakeTrials>> = {
  maxLength: (limit) => [
    ['inside', 'a'.repeat(limit), `${limit} characters`],
    ['outside', 'a'.repeat(limit + 1), `${limit + 1} characters`],
  ],
  minLength: (limit) => [
    ['inside', 'a'.repeat(limit), `${limit} ${limit === 1 ? 'character' : 'characters'}`],
    ['outside', 'a'.repeat(limit - 1), limit === 1 ? 'nothing' : `${limit - 1} characters`],
  ],
  maximum: (limit) => [
    ['inside', limit, String(limit)],
    ['outside', limit + 1, String(limit + 1)],
  ],
  minimum: (limit) => [
    ['inside', limit, String(limit)],
    ['outside', limit - 1, String(limit - 1)],
  ],
  maxItems: (limit, value) =>
    itemsOf(value).flatMap((item) => [
      ['inside', repeated(item, limit), `${limit} items`] as const,
      ['outside', repeated(item, limit + 1), `${limit + 1} items`] as const,
    ]),
  maxContains: (limit, value, kind) =>
    itemsOf(value, kind).flatMap((item) => [
      ['inside', repeated(item, limit), `${limit} of the kind ${kind}`] as const,
      ['outside', repeated(item, limit + 1), `${limit + 1} of the kind ${kind}`] as const,
    ]),
};

/**
 * The numbers at which integers of 32 and 64 bits, and those of JavaScript, overflow. Each is inside a schema
 * without a nearer limit; cut to 32 bits, it may be inside a schema with such a limit as well.
 */
const edges: readonly (readonly [at: string, value: number])[] = [
  ['2^31', 2 ** 31],
  ['2^32', 2 ** 32],
  ['2^53', 2 ** 53],
  ['2^63', 2 ** 63],
];

/** One value of each JSON type: the first that a schema refuses breaks its `type`. */
const values = [4821, 'wrong', { wrong: true }, true];

/** What to try at a place. Whether a trial breaks what it says is for a validator to find out. */
export function trialsAt(place: SchemaLocation): ValueTrial[] {
  return place.holding.flatMap(({ schema }) => [
    ...limitTrials(place, schema),
    ...edgeTrials(place, schema),
    ...formTrials(place, schema),
    ...memberTrials(place, schema),
  ]);
}

function limitTrials({ pointer, value }: SchemaLocation, schema: JsonObject): ValueTrial[] {
  return Object.entries(limits).flatMap(([keyword, make]) => {
    const limit = schema[keyword];
    if (typeof limit !== 'number') return [];
    const kind = keyword === 'maxContains' ? kindOf(schema.contains) : '';
    return make(limit, value, kind).map(([side, to, says]) => ({
      constraint: `${keyword} ${kind}`.trim(),
      side,
      edit: { set: pointer, to },
      says,
      schema,
    }));
  });
}

function edgeTrials({ pointer }: SchemaLocation, schema: JsonObject): ValueTrial[] {
  if (!typesOf(schema).includes('integer')) return [];
  const { maximum = Number.POSITIVE_INFINITY } = schema;
  return edges.map(([at, to]) => {
    const side = to <= Number(maximum) ? 'inside' : 'outside';
    const constraint = `${side === 'inside' ? 'type' : 'maximum'} at ${at}`;
    return { constraint, side, edit: { set: pointer, to }, says: String(to), schema };
  });
}

function typesOf({ type }: JsonObject): readonly unknown[] {
  return [type ?? []].flat();
}

function formTrials({ pointer, value }: SchemaLocation, schema: JsonObject): ValueTrial[] {
  const trial = (constraint: string, to: unknown, says: string): ValueTrial => ({
    constraint,
    side: 'outside',
    edit: { set: pointer, to },
    says,
    schema,
  });
  const typed = 'type' in schema ? 'type' : 'anyOf';
  const hasType = pointer !== '' && typed in schema;
  return [
    ...(hasType ? values.map((to) => trial(typed, to, JSON.stringify(to))) : []),
    ...(hasType && !typesOf(schema).includes('null') ? [trial(`${typed} at null`, null, 'null')] : []),
    ...('format' in schema ? [trial('format', `no-${schema.format}`, `no ${schema.format}`)] : []),
    ...('pattern' in schema ? [trial('pattern', '\u0000', 'a character that the pattern excludes')] : []),
    ...('enum' in schema ? [trial('enum', 'UNLISTED', 'a value outside the list')] : []),
    ...('const' in schema && typeof value === 'boolean' ? [trial('const', !value, String(!value))] : []),
  ];
}

function memberTrials({ pointer, value, holding }: SchemaLocation, schema: JsonObject): ValueTrial[] {
  if (!isObject(value)) return [];
  const names = (list: unknown) => [list ?? []].flat().map(String);
  const without = (constraint: string, name: string): ValueTrial => ({
    constraint: `${constraint} ${name}`,
    side: 'outside',
    edit: { remove: `${pointer}/${name}` },
    says: `no ${name}`,
    schema,
  });
  const choice = [schema.anyOf ?? []].flat().flatMap((branch) => names(objectOf(branch).required));
  const present = choice.filter((name) => name in value);
  return [
    ...names(schema.required)
      .filter((name) => name in value)
      .map((name) => without('required', name)),
    ...Object.entries(objectOf(schema.dependentRequired)).flatMap(([from, needed]) =>
      from in value ? names(needed).map((name) => without('dependentRequired', name)) : [],
    ),
    ...(present.length === 1 ? present.map((name) => without('anyOf', name)) : []),
    ...Object.keys(objectOf(schema.properties)).flatMap((name) =>
      name in value ? [] : additions(pointer, name, propertiesNamed(name, holding), schema),
    ),
  ];
}

function additions(
  pointer: string,
  name: string,
  described: SchemaLocation['holding'],
  schema: JsonObject,
): ValueTrial[] {
  const [first] = described.flatMap((each) => each.schema.examples ?? []);
  if (first === undefined) return [];
  const edit = { set: `${pointer}/${name}`, to: first };
  return [{ constraint: `with ${name}`, side: 'inside', edit, says: `${name} as in its example`, schema }];
}

/** The word by which a `contains` tells its items from others. */
function kindOf(contains: unknown): string {
  return /"const":"([^"]+)"/.exec(JSON.stringify(contains))?.[1] ?? '';
}

/** The items of a list that have this word, if there is one. */
function itemsOf(value: unknown, kind = ''): unknown[] {
  return Array.isArray(value) ? value.filter((item) => JSON.stringify(item).includes(kind)) : [];
}

function repeated(item: unknown, times: number): unknown[] {
  return Array.from({ length: times }, () => item);
}
