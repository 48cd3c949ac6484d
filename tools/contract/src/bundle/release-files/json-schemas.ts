import {
  type JsonObject,
  mapNode,
  objectOf,
  readYamlFile,
  repositoryRoot,
  schemaNameOf,
  schemasBelow,
} from '../../index.ts';
import type { GeneratedFile } from '../generated-files.ts';

/** The file of each schema that others validate with, by the component that it is made of. */
const files = {
  SchedulingRequest: 'scheduling-request.schema.json',
  Problem: 'problem.schema.json',
  StatusEvent: 'status-event.schema.json',
} as const;

/** The request, the problem and the status event as JSON Schemas that need no other file. */
export function jsonSchemas(): GeneratedFile[] {
  const bundle = objectOf(readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value);
  return Object.entries(files).map(([name, file]) => ({
    path: `spec/generated/${file}`,
    text: `${JSON.stringify(jsonSchema(bundle, name, file), null, 2)}\n`,
  }));
}

/** `$id` has the version: validators keep a schema by its `$id`. */
function jsonSchema({ info, components }: JsonObject, name: string, file: string): JsonObject {
  const { schemas } = objectOf(components);
  const all = objectOf(schemas);
  const used = [...schemasBelow({ components }, all[name])];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `https://cascade.example/${String(objectOf(info).version)}/${file}`,
    title: name,
    ...objectOf(withDefinitions(all[name])),
    $defs: Object.fromEntries(used.map((one) => [one, withDefinitions(all[one])])),
  };
}

function withDefinitions(schema: unknown): unknown {
  return mapNode(schema, (child, key) => {
    // Validators refuse keywords that they do not know; the listed values are in the description.
    if (key.startsWith('x-')) return undefined;
    const referred = key === '$ref' ? schemaNameOf(child) : undefined;
    return referred === undefined ? withDefinitions(child) : `#/$defs/${referred}`;
  });
}
