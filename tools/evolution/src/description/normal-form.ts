import { isObject, type JsonObject, objectOf } from '../json.ts';

/**
 * A description in which schemas of the same meaning look the same, so that a rewrite for the sake of code generators is
 * no change: `additionalProperties: true` is the default, a member `true` is `{}`, `anyOf` of nothing but types is a
 * list of types, a choice or combination of one schema is that schema, a condition beside other keywords is a branch of
 * `allOf`, a single branch with members has them beside `allOf`, the schema of a body that inherits is in place, with or
 * without a name, and the name of a variable in the address of a server or channel is never sent.
 */
export function normalForm(description: unknown): unknown {
  return formOf(withHeirsInPlace(description, objectOf(objectOf(objectOf(description).components).schemas)));
}

/** `schema: { $ref }` as its target, where that inherits from another schema: `BadRequestProblem`. */
function withHeirsInPlace(value: unknown, schemas: JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => withHeirsInPlace(item, schemas));
  if (!isObject(value)) return value;
  return mapEntries(value, (child, key) => {
    const name =
      key === 'schema'
        ? /^#\/components\/schemas\/(\w+)$/.exec(String(objectOf(child).$ref))?.[1]
        : undefined;
    const target = objectOf(schemas[name ?? '']);
    const inherits = [target.allOf ?? []].flat().some((branch) => isObject(branch) && '$ref' in branch);
    return inherits ? target : withHeirsInPlace(child, schemas);
  });
}

function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf);
  if (!isObject(value)) return value;
  const entries = Object.entries(withMembersBeside(value))
    .filter(([key, child]) => key !== 'additionalProperties' || !isAnything(child))
    .map(([key, child]) => [key, formOfMember(key, child)] as const);
  return withTypes(withoutChoiceOfOne(Object.fromEntries(entries)));
}

function formOfMember(key: string, child: unknown): unknown {
  if (values.has(key)) return child;
  if (key === 'properties') return mapEntries(child, (member) => (member === true ? {} : formOf(member)));
  if (key === 'servers' && Array.isArray(child))
    return child.map((server) => numbered(server, 'url', 'variables'));
  if (key === 'channels')
    return formOf(mapEntries(child, (channel) => numbered(channel, 'address', 'parameters')));
  return formOf(child);
}

/** Members with values in them, which contain no schemas. */
const values = new Set(['example', 'examples', 'value', 'default', 'const', 'enum']);

function isAnything(schema: unknown): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0);
}

/** `{ allOf: [{ $ref }, { properties }, { if, then }] }` as `{ properties, allOf: [{ $ref }, { if, then }] }`. */
function withMembersBeside(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema.allOf)) return schema;
  const [{ allOf: _, ...beside } = {}, ...conditions] = withoutCondition(schema) as readonly JsonObject[];
  const branches = [...schema.allOf.flatMap(withoutCondition), ...conditions];
  const isInherited = (branch: unknown) => isObject(branch) && ('$ref' in branch || 'if' in branch);
  const [own, ...others] = branches.filter((branch) => !isInherited(branch));
  const fits = isObject(own) && others.length === 0 && branches.length > 1 && !clashes(own, beside);
  return fits ? { ...own, ...beside, allOf: branches.filter(isInherited) } : { ...beside, allOf: branches };
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
  return clashes(only, rest) ? schema : { ...only, ...rest };
}

function clashes(one: JsonObject, other: JsonObject): boolean {
  return Object.keys(one).some((key) => key in other && !isAnnotation(key));
}

/** Whether a keyword says nothing about which values are valid. */
function isAnnotation(key: string): boolean {
  return key === 'description' || key === 'title' || (key.startsWith('x-') && !key.startsWith('x-problem'));
}

function onlyType(branch: unknown): unknown {
  return isObject(branch) && Object.keys(branch).length === 1 ? branch.type : undefined;
}

function mapEntries(value: unknown, change: (child: unknown, name: string) => unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(objectOf(value)).map(([name, child]) => [name, change(child, name)]),
  );
}
