import { isObject, type JsonObject, objectOf } from '../json.ts';

/**
 * A description in which schemas of the same meaning look the same, so that a rewrite for the sake of code generators is
 * no change: `additionalProperties: true` is the default, a member `true` is `{}`, `anyOf` of nothing but types is a
 * list of types, a choice or combination of one schema is that schema, a condition beside other keywords in a branch of
 * `allOf` is a branch of its own, and the name of a variable in the address of a server or channel is never sent.
 */
export function normalForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalForm);
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([key, child]) => key !== 'additionalProperties' || !isAnything(child))
    .map(([key, child]) => [key, normalFormOf(key, child)] as const);
  return withTypes(withoutChoiceOfOne(Object.fromEntries(entries)));
}

function normalFormOf(key: string, child: unknown): unknown {
  if (values.has(key)) return child;
  if (key === 'properties') return mapValues(child, (member) => (member === true ? {} : normalForm(member)));
  if (key === 'servers' && Array.isArray(child))
    return child.map((server) => numbered(server, 'url', 'variables'));
  if (key === 'channels')
    return normalForm(mapValues(child, (channel) => numbered(channel, 'address', 'parameters')));
  if (key === 'allOf' && Array.isArray(child)) return child.flatMap(withoutCondition).map(normalForm);
  return normalForm(child);
}

/** Members with values in them, which contain no schemas. */
const values = new Set(['example', 'examples', 'value', 'default', 'const', 'enum']);

function isAnything(schema: unknown): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0);
}

/** `{ properties, if, then }` as `{ properties }` and `{ if, then }`. */
function withoutCondition(branch: unknown): unknown[] {
  if (!isObject(branch) || !('if' in branch)) return [branch];
  const { if: condition, then, else: otherwise, ...rest } = branch;
  if (Object.keys(rest).length === 0) return [branch];
  const own = Object.entries({ if: condition, then, else: otherwise }).filter(
    ([, part]) => part !== undefined,
  );
  return [rest, Object.fromEntries(own)];
}

/** `{0}` for the first variable in the address of a server or channel. */
function numbered(
  value: unknown,
  address: 'url' | 'address',
  variables: 'variables' | 'parameters',
): unknown {
  if (!isObject(value) || !isObject(value[variables])) return value;
  const all = Object.entries(value[variables]);
  const text = String(value[address]);
  return {
    ...value,
    [address]: all.reduce((left, [name], index) => left.replaceAll(`{${name}}`, `{${index}}`), text),
    [variables]: Object.fromEntries(all.map(([, variable], index) => [index, variable])),
  };
}

/** `anyOf: [{ type: object }, { type: string }]` as `type: [object, string]`, with the problem that it yields. */
function withTypes(schema: JsonObject): JsonObject {
  const { anyOf, 'x-problem': problem, ...rest } = schema;
  const types = Array.isArray(anyOf) ? anyOf.map(onlyType) : [];
  if ('type' in schema || types.length === 0 || types.includes(undefined)) return schema;
  const { anyOf: code, ...others } = objectOf(problem);
  const problems = code === undefined ? others : { ...others, type: code };
  return { ...rest, type: types, ...(Object.keys(problems).length === 0 ? {} : { 'x-problem': problems }) };
}

/** `{ allOf: [{ $ref }] }` as `{ $ref }`; what is said beside it counts, where both say it. */
function withoutChoiceOfOne(schema: JsonObject): JsonObject {
  const keyword = ['allOf', 'anyOf', 'oneOf'].find((key) => Array.isArray(schema[key]));
  if (keyword === undefined) return schema;
  const { [keyword]: choice, ...rest } = schema;
  const [only, ...others] = choice as readonly unknown[];
  if (!isObject(only) || others.length > 0) return schema;
  const clash = Object.keys(only).some((key) => key in rest && !isAnnotation(key));
  return clash ? schema : { ...only, ...rest };
}

/** Whether a keyword says nothing about which values are valid. */
function isAnnotation(key: string): boolean {
  return key === 'description' || key === 'title' || (key.startsWith('x-') && !key.startsWith('x-problem'));
}

function onlyType(branch: unknown): unknown {
  return isObject(branch) && Object.keys(branch).length === 1 ? branch.type : undefined;
}

function mapValues(value: unknown, change: (child: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(objectOf(value)).map(([name, child]) => [name, change(child)]));
}
