import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { Provider } from './provider.ts';
import type { ProviderFault } from './provider-file-error.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The provider, if the value has the shape of the schema; otherwise every deviation. */
export function findShapeFaults(
  value: unknown,
): { readonly provider: Provider } | { readonly faults: readonly ProviderFault[] } {
  const ajv = new Ajv2020({ allErrors: true, verbose: true });
  ajv.addFormat('uuid', uuid);
  ajv.addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)));
  const schemaFile = fileURLToPath(import.meta.resolve('@cascade/spec/schemas/provider.schema.yaml'));
  const hasShape = ajv.compile<Provider>(parse(readFileSync(schemaFile, 'utf8')));
  return hasShape(value) ? { provider: value } : { faults: (hasShape.errors ?? []).map(toFault) };
}

function toFault({ keyword, message, params, instancePath, data }: ErrorObject): ProviderFault {
  const pointer = instancePath;
  switch (keyword) {
    case 'required':
      return { pointer, expected: `must have a member ${params.missingProperty}`, got: 'none' };
    case 'additionalProperties':
      return { pointer, expected: 'must have only known members', got: String(params.additionalProperty) };
    case 'enum':
      return {
        pointer,
        expected: `must be one of ${params.allowedValues.join(', ')}`,
        got: show(data, pointer),
      };
    default:
      return { pointer, expected: message ?? keyword, got: show(data, pointer) };
  }
}

/** A value for people; a key is a secret, so of keys only the type. */
function show(value: unknown, pointer: string): string {
  if (value === null) return 'null';
  if (typeof value === 'object') return Array.isArray(value) ? `${value.length} items` : 'an object';
  return pointer.endsWith('/key') ? `a ${typeof value}` : JSON.stringify(value).slice(0, 80);
}
