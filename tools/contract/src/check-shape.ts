import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Fault } from './fault.ts';
import { readYamlFile, type YamlFile } from './yaml-file.ts';

/** Names of the schemas in spec/schemas. */
export type ShapeName = 'problems' | 'reasons' | 'limits' | 'clauses' | 'decision' | 'provider';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A check of files against `spec/schemas/<shape>.schema.yaml`; every deviation is a fault. */
export function shapeCheck(root: string, shape: ShapeName): (file: YamlFile) => Fault[] {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, verbose: true });
  ajv.addFormat('uuid', uuid);
  ajv.addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)));
  const schema = readYamlFile(root, `spec/schemas/${shape}.schema.yaml`).value;
  const validate = ajv.compile(schema as object);
  return (file) => {
    if (validate(file.value)) return [];
    return (validate.errors ?? [])
      .filter((error) => error.keyword !== 'oneOf')
      .map((error) => file.fault(error.instancePath, explain(error)));
  };
}

function explain({ keyword, message, params, data }: ErrorObject): string {
  const said = message ?? keyword;
  if (keyword === 'additionalProperties') return `${said}: ${params.additionalProperty}`;
  if (keyword === 'enum') return `${said}: ${params.allowedValues.join(', ')}; got ${JSON.stringify(data)}`;
  if (keyword === 'required') return said;
  return `${said}; got ${JSON.stringify(data)?.slice(0, 80)}`;
}
