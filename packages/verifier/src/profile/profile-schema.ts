import { isObject, type JsonObject } from '../json.ts';
import { valueAt } from '../json-pointer.ts';
import { readProfileSchema } from './read-profile-schema.ts';

let schema: JsonObject | undefined;

/** Whether members of the place have examples. */
export function hasExamplesWithin(pointer: string): boolean {
  const { properties, additionalProperties } = schemaAt(pointer);
  const names = isObject(properties) ? Object.keys(properties) : [];
  return [...names, ...(isObject(additionalProperties) ? ['any'] : [])].some(
    (name) => exampleOf(`${pointer}/${name}`) !== undefined || hasExamplesWithin(`${pointer}/${name}`),
  );
}

/** The example that the schema of a profile has for a place; undefined if it has none. */
export function exampleOf(pointer: string): unknown {
  const { examples } = schemaAt(pointer);
  return Array.isArray(examples) ? examples[0] : undefined;
}

function schemaAt(pointer: string): JsonObject {
  schema ??= readProfileSchema();
  const root = schema;
  return pointer
    .split('/')
    .slice(1)
    .reduce((at, step) => memberSchema(root, at, step), root);
}

function memberSchema(
  root: JsonObject,
  { properties, additionalProperties }: JsonObject,
  step: string,
): JsonObject {
  const found = isObject(properties) ? properties[step] : additionalProperties;
  if (!isObject(found)) return {};
  const { $ref, ...own } = found;
  const referred = typeof $ref === 'string' ? valueAt(root, $ref.slice(1)) : undefined;
  return { ...(isObject(referred) ? referred : {}), ...own };
}
