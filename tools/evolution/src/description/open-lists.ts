import type { Change } from '../change.ts';
import { isObject, type JsonObject } from '../json.ts';

/** The known values of every open list of a description, by JSON pointer. */
export type OpenLists = ReadonlyMap<string, readonly unknown[]>;

/**
 * Removes the known values from every open list, and keeps its type. Redocly reports an added value of such a
 * list as breaking, and does not report a removed one.
 */
export function withoutOpenLists(description: JsonObject): { rest: JsonObject; lists: OpenLists } {
  const lists = new Map<string, readonly unknown[]>();
  const take = (value: unknown, at: string): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => take(item, `${at}/${index}`));
    if (!isObject(value)) return value;
    const known = knownValues(value);
    if (known === undefined) return mapEntries(value, (child, key) => take(child, `${at}/${escaped(key)}`));
    lists.set(at, known);
    const { anyOf: _, 'x-extensible-enum': __, ...beside } = value;
    return { ...beside, type: 'string' };
  };
  return { rest: take(description, '') as JsonObject, lists };
}

/** Added values are minor (§9.1), removed values are major. Redocly reports added and removed lists. */
export function compareOpenLists(
  subject: 'openapi' | 'asyncapi',
  before: OpenLists,
  now: OpenLists,
): Change[] {
  return [...before].flatMap(([at, known]) => {
    const present = now.get(at);
    if (present === undefined) return [];
    const change = (impact: 'minor' | 'major', value: unknown, says: string): Change => ({
      impact,
      subject,
      at,
      says: `the open list ${says} ${JSON.stringify(value)}`,
    });
    return [
      ...known.filter((value) => !present.includes(value)).map((value) => change('major', value, 'lost')),
      ...present.filter((value) => !known.includes(value)).map((value) => change('minor', value, 'gained')),
    ];
  });
}

/**
 * An open list is `anyOf: [{ type: string, enum }, { type: string }]`, or a string with `x-extensible-enum`.
 */
function knownValues(schema: JsonObject): readonly unknown[] | undefined {
  if (Array.isArray(schema['x-extensible-enum'])) return schema['x-extensible-enum'];
  const { anyOf } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined;
  const [listed, open] = anyOf.toSorted((a, b) => Number('enum' in b) - Number('enum' in a));
  const isOpen = isObject(open) && open.type === 'string' && Object.keys(open).length === 1;
  return isOpen && isObject(listed) && Array.isArray(listed.enum) ? listed.enum : undefined;
}

function mapEntries(value: JsonObject, change: (child: unknown, key: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, change(child, key)]));
}

/** A segment of a JSON pointer (RFC 6901). */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
