import { stringify } from 'yaml';
import { banner, type GeneratedFile } from '../bundle/index.ts';
import { mapNode, objectOf, operationsOf, readYamlFile, schemasBelow, targetOf, valueAt } from '../index.ts';
import { openapiModule } from './types/openapi-module.ts';

const folder = 'packages/mock/src/generated';

/** The types of the control interface of the mock (ADR-0062), and the schema that its requests are judged by. */
export async function control(root: string): Promise<GeneratedFile[]> {
  const bundle = readYamlFile(root, 'spec/generated/control-annotated.yaml').value;
  return [
    { path: `${folder}/control.ts`, text: await openapiModule(root, 'control') },
    { path: `${folder}/control.schema.yaml`, text: banner.yaml + stringify(controlSchema(bundle)) },
  ];
}

/** One schema for all requests: an object with one field, the operation, which holds its body or its query. */
function controlSchema(bundle: unknown): object {
  const schemas = objectOf(valueAt(bundle, '/components/schemas'));
  const requests = operationsOf(bundle).map<[string, unknown]>(({ node }) => [
    String(node.operationId),
    valueAt(node, '/requestBody/content/application~1json/schema') ?? querySchema(bundle, node.parameters),
  ]);
  const used = [...schemasBelow(bundle, requests)].map((name) => [name, schemas[name]]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Requests to the control interface of the mock',
    type: 'object',
    properties: plain(Object.fromEntries(requests)),
    $defs: plain(Object.fromEntries(used)),
  };
}

function querySchema(bundle: unknown, parameters: unknown): object {
  const described = [parameters ?? []].flat().map((parameter) => targetOf(bundle, parameter));
  const query = described.filter((parameter) => parameter.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name, schema }) => [String(name), schema])),
    required: query.filter(({ required }) => required === true).map(({ name }) => String(name)),
    additionalProperties: false,
  };
}

/** Without our marks, which Ajv does not know, and with references to where the schemas are here. */
function plain(node: unknown): unknown {
  return mapNode(node, (child, key) => {
    if (key.startsWith('x-')) return undefined;
    if (key === '$ref') return String(child).replace('#/components/schemas/', '#/$defs/');
    return plain(child);
  });
}
