import type { Change } from '../change.ts';
import { isObject, type JsonObject, objectOf } from '../json.ts';

/** The known values of every open list of a description, by JSON pointer. */
export type OpenLists = ReadonlyMap<string, readonly unknown[]>;

/**
 * Removes the known values from every open list, and keeps its type. Redocly reports an added value of such a
 * list as breaking, and does not report a removed one. The components with the listed values go, too.
 */
export function withoutOpenLists(description: JsonObject): { rest: JsonObject; lists: OpenLists } {
  const components = objectOf(objectOf(description.components).schemas);
  const lists = new Map<string, readonly unknown[]>();
  const take = (value: unknown, at: string): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => take(item, `${at}/${index}`));
    if (!isObject(value)) return value;
    const known = knownValues(value, components);
    if (known === undefined) return mapEntries(value, (child, key) => take(child, `${at}/${escaped(key)}`));
    lists.set(at, known);
    const { anyOf: _, 'x-extensible-enum': __, ...beside } = value;
    return { ...beside, type: 'string' };
  };
  return { rest: withoutListed(objectOf(take(description, ''))), lists };
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
      kind: impact === 'major' ? 'removed' : 'added',
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
 * An open list is `anyOf: [{ type: string, enum }, { type: string }]`, also with the first branch in a component
 * `Listed…`, or a string with `x-extensible-enum`.
 */
function knownValues(schema: JsonObject, components: JsonObject): readonly unknown[] | undefined {
  if (Array.isArray(schema['x-extensible-enum'])) return schema['x-extensible-enum'];
  const { anyOf } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined;
  const branches = anyOf.map((branch) => components[listedName(branch) ?? ''] ?? branch).filter(isObject);
  const [listed, open] = branches.toSorted((a, b) => Number('enum' in b) - Number('enum' in a));
  const isOpen = isObject(open) && open.type === 'string' && Object.keys(open).length === 1;
  return isOpen && isObject(listed) && Array.isArray(listed.enum) ? listed.enum : undefined;
}

function listedName(branch: unknown): string | undefined {
  return /^#\/components\/schemas\/(Listed[A-Z]\w*)$/.exec(String(objectOf(branch).$ref))?.[1];
}

function withoutListed(description: JsonObject): JsonObject {
  const { components } = description;
  if (!isObject(components) || !isObject(components.schemas)) return description;
  const schemas = Object.entries(components.schemas).filter(([name]) => !/^Listed[A-Z]/.test(name));
  return { ...description, components: { ...components, schemas: Object.fromEntries(schemas) } };
}

function mapEntries(value: JsonObject, change: (child: unknown, key: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, change(child, key)]));
}

/** A segment of a JSON pointer (RFC 6901). */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
