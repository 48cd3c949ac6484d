import {
  isObject,
  isSame,
  type JsonObject,
  mapMembers,
  mapNode,
  objectOf,
  schemaNameOf,
} from '@cascade/contract';

/**
 * A description in which schemas of the same meaning look the same, so that a rewrite for the sake of code
 * generators changes nothing: `additionalProperties: true` is the default, a member `true` is `{}`, `anyOf`
 * of nothing but types is a list of types, a choice or combination of one schema is that schema, a condition
 * beside other keywords is a branch of `allOf`, a single branch with members has them beside `allOf`, the
 * schema of a body that inherits is in place, with or without a name, `required` and a list of types are
 * sets, an integer above 0 is at least 1, a constant is a list of one value, and the name of a variable in
 * the address of a server or channel is never sent.
 */
export function normalForm(description: unknown): unknown {
  return formOf(withHeirsInPlace(description, objectOf(objectOf(objectOf(description).components).schemas)));
}

/** `schema: { $ref }` as its target, where that inherits from another schema: `BadRequestProblem`. */
function withHeirsInPlace(value: unknown, schemas: JsonObject): unknown {
  return mapNode(value, (child, key) => {
    const name = key === 'schema' ? schemaNameOf(objectOf(child).$ref) : undefined;
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
    .map(([key, child]) => [key === 'const' ? 'enum' : key, formOfMember(key, child)] as const);
  return withWholeBounds(withTypes(withoutChoiceOfOne(Object.fromEntries(entries))));
}

function formOfMember(key: string, child: unknown): unknown {
  if (key === 'const') return [child];
  if (key === 'x-problem') return isObject(child) ? mapMembers(withEnum(child), formOf) : child;
  if (values.has(key)) return child;
  if (key === 'required' || key === 'type') return Array.isArray(child) ? child.toSorted(nullLast) : child;
  if (key === 'properties') return mapMembers(child, (member) => (member === true ? {} : formOf(member)));
  if (key === 'servers' && Array.isArray(child))
    return child.map((server) => numbered(server, 'url', 'variables'));
  if (key === 'channels')
    return formOf(mapMembers(child, (channel) => numbered(channel, 'address', 'parameters')));
  return formOf(child);
}

/** The problem of a constant is that of its list. */
function withEnum({ const: ofConstant, ...problems }: JsonObject): JsonObject {
  return ofConstant === undefined ? problems : { enum: ofConstant, ...problems };
}

/** `{ type: integer, exclusiveMinimum: 0 }` as `{ type: integer, minimum: 1 }`. */
function withWholeBounds(schema: JsonObject): JsonObject {
  if (schema.type !== 'integer') return schema;
  const { exclusiveMinimum: above, exclusiveMaximum: below, ...rest } = schema;
  const { minimum, maximum } = rest;
  const least = [minimum, typeof above === 'number' ? Math.floor(above) + 1 : undefined].filter(isNumber);
  const most = [maximum, typeof below === 'number' ? Math.ceil(below) - 1 : undefined].filter(isNumber);
  return {
    ...rest,
    ...(least.length === 0 ? {} : { minimum: Math.max(...least) }),
    ...(most.length === 0 ? {} : { maximum: Math.min(...most) }),
  };
}

/** As people write a list of types. */
function nullLast(one: unknown, other: unknown): number {
  if (one === 'null' || other === 'null') return one === 'null' ? 1 : -1;
  return String(one) < String(other) ? -1 : 1;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/**
 * The present description with the former schemas where both allow the same values, only inherited otherwise:
 * a member that moves into a base has not changed. A base that only such schemas inherit from is left as it
 * was.
 */
export function withFormerBases(before: JsonObject, now: JsonObject): JsonObject {
  const [old, recent] = [before, now].map((one) => objectOf(objectOf(one.components).schemas));
  if (old === undefined || recent === undefined) return now;
  const alike = new Set(
    Object.keys(recent).filter((name) => {
      const was = flatten(old[name], old);
      const is = flatten(recent[name], recent);
      return was !== undefined && is !== undefined && isSame(was, is);
    }),
  );
  const text = JSON.stringify(now);
  const inheritedOnly = (name: string) => {
    const heirs = Object.keys(recent).filter((each) => basesOf(recent[each]).includes(name));
    const uses = text.split(`"#/components/schemas/${name}"`).length - 1;
    return heirs.length > 0 && heirs.length === uses && heirs.every((each) => alike.has(each));
  };
  const schemas = Object.entries(recent).flatMap(([name, schema]) => {
    if (!(alike.has(name) || inheritedOnly(name))) return [[name, schema] as const];
    return name in old ? [[name, old[name]] as const] : [];
  });
  return { ...now, components: { ...objectOf(now.components), schemas: Object.fromEntries(schemas) } };
}

function basesOf(schema: unknown): string[] {
  return branchesOf(objectOf(schema)).flatMap((branch) => schemaNameOf(objectOf(branch).$ref) ?? []);
}

/** What a schema inherits; a single base is a `$ref` beside its own members. */
function branchesOf({ allOf = [], $ref }: JsonObject): unknown[] {
  return [...($ref === undefined ? [] : [{ $ref }]), ...[allOf].flat()];
}

/** A schema with what it inherits in place; `undefined` where that cannot be written as one schema. */
function flatten(schema: unknown, schemas: JsonObject, depth = 0): JsonObject | undefined {
  const { allOf: _, $ref: __, ...own } = objectOf(schema);
  const parts: JsonObject[] = [own];
  for (const branch of branchesOf(objectOf(schema))) {
    const name = schemaNameOf(objectOf(branch).$ref);
    const part =
      depth > 9 ? undefined : flatten(name === undefined ? branch : schemas[name], schemas, depth + 1);
    if (part === undefined || 'additionalProperties' in part) return undefined;
    parts.push(Object.fromEntries(Object.entries(part).filter(([key]) => !isAnnotation(key))));
  }
  let merged: JsonObject = {};
  for (const part of parts) {
    const properties = objectOf(part.properties);
    const others = objectOf(merged.properties);
    const isTwice = Object.keys(properties).some((name) => name in others);
    const clashing = Object.keys(part).filter(
      (key) => key in merged && key !== 'properties' && key !== 'required',
    );
    if (isTwice || clashing.some((key) => !isSame(part[key], merged[key]))) return undefined;
    const required = [merged.required ?? [], part.required ?? []].flat().toSorted();
    merged = { ...merged, ...part, properties: { ...others, ...properties }, required };
  }
  return merged;
}

/** Members with values in them, which contain no schemas. */
const values = new Set(['example', 'examples', 'value', 'default', 'const', 'enum']);

function isAnything(schema: unknown): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0);
}

/**
 * `{ allOf: [{ $ref }, { properties }, { if, then }] }` as `{ properties, allOf: [{ $ref }, { if, then }] }`.
 */
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

/**
 * `anyOf: [{ type: object }, { type: string }]` as `type: [object, string]`, with the problem that it yields.
 */
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
