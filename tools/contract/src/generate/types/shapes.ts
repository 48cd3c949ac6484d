import type { GeneratedFile } from '../../bundle/index.ts';
import { mapNode, readYamlFile } from '../../index.ts';
import { typesOf } from './openapi-module.ts';

/** The files that people write and programs read: the schema that checks one is also its type. */
const shapes = [
  {
    schema: 'packages/verifier/schemas/profile.schema.yaml',
    to: 'packages/verifier/src/generated/profile.ts',
  },
  {
    schema: 'packages/verifier/schemas/consumer.schema.yaml',
    to: 'packages/verifier/src/generated/consumer-profile.ts',
  },
  {
    schema: 'packages/verifier/schemas/baseline.schema.yaml',
    to: 'packages/verifier/src/generated/baseline.ts',
  },
  {
    schema: 'spec/schemas/accounts.schema.yaml',
    to: 'packages/service/src/generated/declared-accounts.ts',
    prefix: 'Declared',
  },
  {
    schema: 'packages/service/src/config/service.schema.yaml',
    to: 'packages/service/src/generated/declared-service.ts',
    prefix: 'Declared',
  },
];

/** For each schema the types of its root and of what it defines, by their names. */
export async function shapeTypes(root: string): Promise<GeneratedFile[]> {
  return Promise.all(
    shapes.map(async ({ schema, to, prefix = '' }) => ({
      path: to,
      text: await moduleOf(root, schema, prefix),
    })),
  );
}

async function moduleOf(root: string, path: string, prefix: string): Promise<string> {
  const { value } = readYamlFile(root, path);
  const { $id, $defs = {}, ...whole } = value as { readonly $id: string; readonly $defs?: object };
  const nameOf = (name: string) => prefix + name.charAt(0).toUpperCase() + name.slice(1);
  const schemas = [[$id, whole] as const, ...Object.entries($defs)];
  const components = {
    schemas: Object.fromEntries(schemas.map(([name, schema]) => [nameOf(name), asComponent(schema, nameOf)])),
  };
  const description = { openapi: '3.1.0', info: { title: $id, version: '1' }, paths: {}, components };
  return typesOf(description, { open: new Set() });
}

/** Without examples, which say nothing of a type, and with references to components. */
function asComponent(value: unknown, nameOf: (name: string) => string): unknown {
  return mapNode(value, (child, key) => {
    if (key === 'examples') return undefined;
    if (key !== '$ref') return asComponent(child, nameOf);
    return `#/components/schemas/${nameOf(String(child).split('/').at(-1) ?? '')}`;
  });
}
