import { stringify } from 'yaml';
import {
  isNode,
  type JsonObject,
  mapMembers,
  mapNode,
  objectOf,
  readYamlFile,
  repositoryRoot,
  schemasBelow,
  targetOf,
} from '../../index.ts';
import { banner, type GeneratedFile } from '../generated-files.ts';

/** Keywords that only forbid, and that code generators cannot express or read wrongly. */
const dropped = new Set([
  'if',
  'then',
  'else',
  'contains',
  'minContains',
  'maxContains',
  'dependentRequired',
  'pattern',
]);

/**
 * The schemas of a bundle for code generators. Whatever is valid under the full schema is valid under the
 * relaxed one: each step only takes a demand away, or writes the same in a simpler way.
 *
 * - An open list keeps `x-extensible-enum`.
 * - Conditions, patterns and choices of required members are gone, and with them `allOf` that had nothing
 *   else.
 * - A `$ref` has nothing beside it.
 * - An id is `int64`: Java and Go would take 32 bits.
 * - An object without described members that is one choice of several has a name, and comes after those
 *   without one: openapi-python-client makes a class of it for each schema that inherits it, and drops them
 *   all as duplicates. It has a described member: else OpenAPI Generator takes it for a map, and writes Java
 *   that does not compile.
 */
function relaxedSchemas(schemas: JsonObject): Record<string, unknown> {
  return {
    ...mapMembers(schemas, (schema) => relaxed(schema, schemas)),
    [anyObject]: {
      type: 'object',
      description: 'Any object.',
      properties: { type: { description: 'Any value; other fields are as possible.' } },
      additionalProperties: true,
    },
  };
}

const anyObject = 'AnyObject';

/** One schema of the bundle, relaxed; `schemas` are its components. */
function relaxed(schema: unknown, schemas: JsonObject): unknown {
  if (Array.isArray(schema)) return schema.map((one) => relaxed(one, schemas));
  if (!isNode(schema)) return schema;
  if (typeof schema.$ref === 'string') return { $ref: schema.$ref };
  const kept = Object.entries(inBranches(opened(schema))).filter(([key]) => !isDropped(key, schema));
  return Object.fromEntries(kept.flatMap(([key, child]) => keyword(key, child, schemas)));
}

/** From an object that is silent about further members, OpenAPI Generator makes Go that fails on one. */
function opened(schema: JsonObject): JsonObject {
  const isObjectSchema = [schema.type].flat().includes('object') || 'properties' in schema;
  return isObjectSchema ? { ...schema, additionalProperties: true } : schema;
}

/** The own members of a schema that inherits as a branch: oapi-codegen reads nothing beside `allOf`. */
function inBranches(schema: JsonObject): JsonObject {
  const branches = [schema.allOf ?? []].flat();
  if (!('properties' in schema) || !branches.some((branch) => isNode(branch) && '$ref' in branch))
    return schema;
  const { type, required, properties, additionalProperties, allOf: _, ...rest } = schema;
  const own = Object.entries({ type, required, properties, additionalProperties });
  const given = Object.fromEntries(own.filter(([, value]) => value !== undefined));
  return { ...rest, allOf: [...branches, given] };
}

function isDropped(key: string, schema: JsonObject): boolean {
  if (key.startsWith('x-')) return key !== 'x-extensible-enum';
  return dropped.has(key) || (key === 'minLength' && 'anyOf' in schema);
}

function keyword(key: string, child: unknown, schemas: JsonObject): [string, unknown][] {
  if (key === 'properties') return [[key, members(child, schemas)]];
  if (key === 'items') return [[key, relaxed(child, schemas)]];
  if (key !== 'allOf' && key !== 'anyOf') return [[key, child]];
  const branches = [child].flat().filter(saysType);
  if (branches.length === 0) return [];
  if (key === 'allOf') return [[key, relaxed(branches, schemas)]];
  const others = branches.filter((choice) => !isBareObject(choice)).map((one) => relaxed(one, schemas));
  const named = others.length === branches.length ? [] : [{ $ref: `#/components/schemas/${anyObject}` }];
  return [[key, [...others, ...named]]];
}

function isBareObject(choice: unknown): boolean {
  return isNode(choice) && choice.type === 'object' && !('properties' in choice);
}

function members(properties: unknown, schemas: JsonObject): JsonObject {
  return mapMembers(properties, (member, name) => {
    const plain = relaxed(member, schemas);
    return /^id$|Id$/.test(name) ? withInt64(plain) : plain;
  });
}

function withInt64(schema: unknown): unknown {
  if (!isNode(schema)) return schema;
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: schema.anyOf.map(withInt64) };
  return [schema.type].flat().includes('integer') ? { ...schema, format: 'int64' } : schema;
}

/** A branch that gives a value its type; any other is only a condition. */
function saysType(branch: unknown): boolean {
  if (!isNode(branch)) return false;
  const isDemand = 'required' in branch && !('type' in branch);
  return (
    ['$ref', 'type', 'anyOf'].some((keyword) => keyword in branch) || ('properties' in branch && !isDemand)
  );
}

const forGenerators = `**For code generators.** Generate from this, validate with the full description, \`openapi.yaml\`.
This profile only relaxes: whatever is valid there is valid here, but not the other way round. Open lists are strings,
conditions between members are left out, and every error is a \`Problem\`.
`;
const forTesters = `**For testers that read OpenAPI 3.0.** The schemas are relaxed as in the profile for code generators; every documented
answer is there with its named examples. Validate with the full description, \`openapi.yaml\`.
`;
const introductions = { 'code generators': forGenerators, testers: forTesters } as const;

/** Generators want one type for all problems; testers walk every documented status with its examples. */
type Audience = 'code generators' | 'testers';

/** The profile of a bundled OpenAPI 3.1 description for other tools, also in OpenAPI 3.1. */
function profileOf(bundle: JsonObject, audience: Audience = 'code generators'): JsonObject {
  const { info, components, paths, webhooks, ...rest } = bundle;
  const { schemas, securitySchemes, parameters } = objectOf(components);
  const all = objectOf(schemas);
  /** Paths or webhooks: their operations with bodies, answers, and one response for all problems. */
  const items = (group: unknown) =>
    mapMembers(group, (item) => mapMembers(item, (operation) => operationOf(operation, bundle, audience)));
  const profile = {
    ...objectOf(plain(rest)),
    info: withIntroduction(objectOf(plain(info)), audience),
    paths: audience === 'testers' ? items(paths) : withCallbacks(items(paths), items(webhooks)),
    webhooks: items(webhooks),
    components: {
      schemas: relaxedSchemas(all),
      responses: { Problem: problemResponse },
      parameters: mapMembers(plain(parameters), (parameter) => ({
        ...objectOf(parameter),
        schema: relaxed(objectOf(parameter).schema, all),
      })),
      securitySchemes: plain(securitySchemes),
    },
  };
  return withoutUnused(profile);
}

/**
 * The webhooks as callbacks of the operation that sets their address, in place of its own: OpenAPI 3.0 has no
 * others, and oapi-codegen leaves out what no path uses.
 */
function withCallbacks(paths: JsonObject, webhooks: JsonObject): JsonObject {
  const path = '/api/callback/set';
  const { post } = objectOf(paths[path]);
  const callbacks = mapMembers(webhooks, (webhook) => ({
    '{$request.body#/statusCallbackUrl}': mapMembers(webhook, (operation) => {
      const { summary, parameters, requestBody, responses } = objectOf(operation);
      return { summary, parameters, requestBody, responses };
    }),
  }));
  return { ...paths, [path]: { ...objectOf(paths[path]), post: { ...objectOf(post), callbacks } } };
}

/** Without the schemas that a relaxed one has taken the place of. */
function withoutUnused(profile: JsonObject): JsonObject {
  const components = objectOf(profile.components);
  const { schemas, ...others } = components;
  const below = schemasBelow(profile, { ...profile, components: others });
  const used = Object.entries(objectOf(schemas)).filter(([name]) => below.has(name));
  return { ...profile, components: { ...components, schemas: Object.fromEntries(used) } };
}

const problem = { schema: { $ref: '#/components/schemas/Problem' } };

const problemResponse = {
  description: 'What went wrong. The code is in `title`.',
  content: { 'application/problem+json': problem, 'application/json': problem },
};

function withIntroduction(info: JsonObject, audience: Audience): JsonObject {
  return {
    ...info,
    title: `${String(info.title)}, for ${audience}`,
    description: `${introductions[audience]}\n${String(info.description)}`,
  };
}

function operationOf(operation: unknown, bundle: JsonObject, audience: Audience): JsonObject {
  const { requestBody, responses, callbacks: _, ...rest } = objectOf(operation);
  const statuses = Object.entries(objectOf(responses)).map(
    ([status, response]) => [status, targetOf(bundle, response)] as const,
  );
  const refuses =
    audience === 'code generators' &&
    statuses.some(([, response]) => 'application/problem+json' in objectOf(response.content));
  const answers = statuses.filter(([status]) => !refuses || status.startsWith('2'));
  const asked = withContent(targetOf(bundle, requestBody), bundle, audience);
  const given = answers.map(
    ([status, response]) => [status, withContent(response, bundle, audience)] as const,
  );
  const pairs = audience === 'testers' ? sharedNames(asked, given) : [];
  return {
    ...objectOf(plain(rest)),
    ...(requestBody === undefined ? {} : { requestBody: ofPairs(asked, pairs) }),
    responses: {
      ...Object.fromEntries(
        given.map(([status, response]) => [
          status,
          status.startsWith('2') ? ofPairs(response, pairs) : response,
        ]),
      ),
      ...(refuses ? { '4XX': problemReference, '5XX': problemReference } : {}),
    },
  };
}

/**
 * The names that a request and a success share: such an answer is that to the request of its name. Dredd
 * sends every request, and expects of each the first answer.
 */
function sharedNames(
  request: JsonObject,
  responses: readonly (readonly [string, JsonObject])[],
): readonly string[] {
  const successes = responses.filter(([status]) => status.startsWith('2'));
  const answered = new Set(successes.flatMap(([, response]) => exampleNames(response)));
  return exampleNames(request).filter((name) => answered.has(name));
}

function exampleNames({ content }: JsonObject): readonly string[] {
  return Object.values(objectOf(content)).flatMap((medium) =>
    Object.keys(objectOf(objectOf(medium).examples)),
  );
}

/** A body with the examples of these names; with all, if there are none. */
function ofPairs(body: JsonObject, names: readonly string[]): JsonObject {
  if (names.length === 0) return body;
  const content = mapMembers(body.content, (medium) => {
    const { examples, ...others } = objectOf(medium);
    return {
      ...others,
      examples: mapMembers(examples, (one, name) => (names.includes(name) ? one : undefined)),
    };
  });
  return { ...body, content };
}

const problemReference = { $ref: '#/components/responses/Problem' };

/** A request body or response, with its relaxed schema and its examples in place. */
function withContent(body: JsonObject, bundle: JsonObject, audience: Audience): JsonObject {
  const schemas = objectOf(objectOf(bundle.components).schemas);
  const { content, headers, links: _, ...described } = body;
  const inPlace = mapMembers(headers, (header) => {
    const { schema, description, required } = targetOf(bundle, header);
    return { description, ...(required ? { required } : {}), schema: relaxed(schema, schemas) };
  });
  const rest = headers === undefined ? described : { ...described, headers: inPlace };
  if (content === undefined) return objectOf(plain(rest));
  const media = mapMembers(content, (medium) => {
    const { schema, examples } = objectOf(medium);
    const shown = Object.entries(objectOf(examples)).slice(0, audience === 'testers' ? undefined : 8);
    const values = mapMembers(Object.fromEntries(shown), (example) => {
      const { summary, value } = targetOf(bundle, example);
      return { summary, value };
    });
    return { schema: relaxed(schema, schemas), examples: values };
  });
  return { ...objectOf(plain(rest)), content: media };
}

/** Without our own marks, which no generator reads. */
function plain(value: unknown): unknown {
  return mapNode(value, (child, key) => (key.startsWith('x-') ? undefined : plain(child)));
}

/**
 * A profile in OpenAPI 3.0.3: `nullable` instead of the type `null`, one `example` for each schema, no
 * webhooks. The schemas of the webhooks stay.
 */
function inOpenapi30({ webhooks: _, openapi: __, ...profile }: JsonObject): JsonObject {
  const { summary: ___, license, ...info } = objectOf(profile.info);
  const { identifier, ...named } = objectOf(license);
  const { parameters, ...kept } = objectOf(profile.components);
  const paths = contents(profile.paths);
  const areUsed = JSON.stringify(paths).includes('#/components/parameters/');
  return {
    openapi: '3.0.3',
    ...profile,
    info: {
      ...info,
      license:
        identifier === undefined ? named : { ...named, url: `https://spdx.org/licenses/${identifier}` },
    },
    tags: usedTags(profile),
    paths,
    components: {
      ...kept,
      schemas: mapMembers(kept.schemas, schema30),
      ...(areUsed ? { parameters: contents(parameters) } : {}),
    },
  };
}

/** Tags that only webhooks have are gone with these. */
function usedTags({ tags, paths }: JsonObject): unknown {
  const text = JSON.stringify(paths);
  return [tags].flat().filter((tag) => text.includes(`"tags":["${String(objectOf(tag).name)}"]`));
}

/** Every `schema` of a media type below a node. */
function contents(node: unknown): unknown {
  return mapNode(node, (child, key) => {
    if (key === 'examples') return child;
    return key === 'schema' ? schema30(child) : contents(child);
  });
}

function schema30(schema: unknown): unknown {
  if (!isNode(schema) || '$ref' in schema) return schema;
  if (isTypeList(schema.type)) return schema30(asChoice(schema, schema.type));
  const { type, examples, properties, items, allOf, anyOf, ...rest } = schema;
  const [example] = [examples].flat();
  return {
    ...typed(type),
    ...rest,
    ...(properties === undefined ? {} : { properties: mapMembers(properties, schema30) }),
    ...(items === undefined ? {} : { items: schema30(items) }),
    ...(Array.isArray(allOf) ? { allOf: allOf.map(schema30) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: branches30(anyOf) } : {}),
    ...(example === undefined ? {} : { example }),
  };
}

/** `nullable` counts only beside a `type`, so a choice with `null` has it in its first branch. */
function branches30(branches: readonly unknown[]): unknown[] {
  const others = branches.filter((branch) => objectOf(branch).type !== 'null').map(schema30);
  if (others.length === branches.length) return others;
  return others.map((branch, index) => (index === 0 ? { ...objectOf(branch), nullable: true } : branch));
}

/** Whether a value may have several types beside `null`, which OpenAPI 3.0 says by `anyOf` alone. */
function isTypeList(type: unknown): type is readonly string[] {
  return Array.isArray(type) && type.filter((one) => one !== 'null').length > 1;
}

function asChoice({ type: _, ...rest }: JsonObject, types: readonly string[]): JsonObject {
  return { ...rest, anyOf: types.map((type) => ({ type })) };
}

function typed(type: unknown): JsonObject {
  if (type === undefined) return {};
  const [first] = [type].flat().filter((one) => one !== 'null');
  return Array.isArray(type) ? { type: first, nullable: true } : { type };
}

/**
 * The bundle for code generators, in OpenAPI 3.1 and 3.0.3, and for testers, in 3.0.3; as YAML and as JSON.
 */
export function profiles(): GeneratedFile[] {
  const bundle = objectOf(readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value);
  const profile = profileOf(bundle);
  return [
    ...inBothFormats('openapi-for-generators', profile),
    ...inBothFormats('openapi-3.0-for-generators', inOpenapi30(profile)),
    ...inBothFormats('openapi-3.0-for-testers', inOpenapi30(profileOf(bundle, 'testers'))),
  ];
}

function inBothFormats(name: string, description: object): GeneratedFile[] {
  const json = `${JSON.stringify(description, null, 2)}\n`;
  const yaml = stringify(JSON.parse(json), { lineWidth: 0, aliasDuplicateObjects: false });
  return [
    { path: `spec/generated/${name}.yaml`, text: banner.yaml + yaml },
    { path: `spec/generated/${name}.json`, text: json },
  ];
}
