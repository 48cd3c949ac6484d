import { isObject, type JsonObject, mapMembers, objectOf, toPointer, valueAt } from '@cascade/contract';
import { type ComparedDescription, type ContractChange, changesOf } from '../change.ts';

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
    if (known === undefined) return mapMembers(value, (child, key) => take(child, at + toPointer([key])));
    lists.set(at, known);
    const { anyOf: _, 'x-extensible-enum': __, ...beside } = value;
    return { ...beside, type: 'string' };
  };
  return { rest: withoutListed(objectOf(take(description, ''))), lists };
}

/** The impact of a list that is no longer open, or no longer a list. */
function closedOrGone(subject: ComparedDescription, at: string, now: JsonObject): ContractChange[] {
  const schema = resolved(now, at);
  if (!isObject(schema)) return [];
  const { enum: listed } = objectOf(schema);
  const says = Array.isArray(listed)
    ? 'the list is closed: it was open (§9), so providers that send and programs that allow another value no longer fit'
    : 'the list no longer says which values are known';
  return [changesOf(subject).changed('major', at, says)];
}

/** What a pointer leads to, after references to components; `undefined` if nothing is there. */
function resolved(description: JsonObject, pointer: string): unknown {
  const found = valueAt(description, pointer);
  const { $ref } = objectOf(found);
  return typeof $ref === 'string' ? resolved(description, $ref.slice(1)) : found;
}

/** Added values are minor (§9.1); removed values and a closed list are major. Redocly reports added lists. */
export function compareOpenLists(
  subject: ComparedDescription,
  before: OpenLists,
  { lists: now, rest }: { readonly lists: OpenLists; readonly rest: JsonObject },
): ContractChange[] {
  return [...before].flatMap(([at, known]) => {
    const present = now.get(at);
    if (present === undefined) return closedOrGone(subject, at, rest);
    const { added, removed } = changesOf(subject);
    const says = (what: string, value: unknown) => `the open list ${what} ${JSON.stringify(value)}`;
    return [
      ...known
        .filter((value) => !present.includes(value))
        .map((value) => removed('major', at, says('lost', value))),
      ...present
        .filter((value) => !known.includes(value))
        .map((value) => added('minor', at, says('gained', value))),
    ];
  });
}

/**
 * An open list is `anyOf: [{ type: string, enum }, { type: string }]`, also with the first branch in a
 * component `Listed…`, or a string with `x-extensible-enum`.
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
  const text = JSON.stringify(description);
  const schemas = Object.entries(components.schemas).filter(
    ([name]) => !/^Listed[A-Z]/.test(name) || text.includes(`"#/components/schemas/${name}"`),
  );
  return { ...description, components: { ...components, schemas: Object.fromEntries(schemas) } };
}
