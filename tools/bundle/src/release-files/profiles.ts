import { isNode, type Node, objectOf, readYamlFile, repositoryRoot } from '@cascade/contract';
import { stringify } from 'yaml';
import { banner, type GeneratedFile } from '../generated-files.ts';
import { profileOf } from './profile.ts';

/**
 * A profile in OpenAPI 3.0.3: `nullable` instead of the type `null`, one `example` for each schema, no webhooks. The
 * schemas of the webhooks stay.
 */
function inOpenapi30({ webhooks: _, openapi: __, ...profile }: Node): Node {
  const { summary: ___, license, ...info } = objectOf(profile.info);
  const { identifier, ...named } = objectOf(license);
  const components = objectOf(profile.components);
  const { parameters: ____, ...kept } = components;
  return {
    openapi: '3.0.3',
    ...profile,
    info: {
      ...info,
      license:
        identifier === undefined ? named : { ...named, url: `https://spdx.org/licenses/${identifier}` },
    },
    tags: usedTags(profile),
    paths: contents(profile.paths),
    components: {
      ...kept,
      schemas: mapValues(components.schemas, schema30),
      responses: components.responses,
    },
  };
}

/** Tags that only webhooks have are gone with these. */
function usedTags({ tags, paths }: Node): unknown {
  const text = JSON.stringify(paths);
  return [tags].flat().filter((tag) => text.includes(`"tags":["${String(objectOf(tag).name)}"]`));
}

/** Every `schema` of a media type below a node. */
function contents(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(contents);
  if (!isNode(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, child]) => {
      if (key === 'examples') return [key, child];
      return [key, key === 'schema' ? schema30(child) : contents(child)];
    }),
  );
}

function schema30(schema: unknown): unknown {
  if (!isNode(schema) || '$ref' in schema) return schema;
  const { type, examples, properties, items, allOf, anyOf, ...rest } = schema;
  const [example] = [examples].flat();
  return {
    ...typed(type),
    ...rest,
    ...(properties === undefined ? {} : { properties: mapValues(properties, schema30) }),
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

function typed(type: unknown): Node {
  if (type === undefined) return {};
  const [first, ...others] = [type].flat().filter((one) => one !== 'null');
  if (others.length > 0) throw new Error(`OpenAPI 3.0 has no list of types: ${JSON.stringify(type)}`);
  return Array.isArray(type) ? { type: first, nullable: true } : { type };
}

function mapValues(value: unknown, change: (child: unknown) => unknown): Node {
  return Object.fromEntries(Object.entries(objectOf(value)).map(([name, child]) => [name, change(child)]));
}

/** The bundle for code generators, in OpenAPI 3.1 and 3.0.3, and for testers, in 3.0.3; as YAML and as JSON. */
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
