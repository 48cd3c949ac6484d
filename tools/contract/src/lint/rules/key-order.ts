import { objectOf } from '../../index.ts';
import type { Location, Rule, RuleContext } from '../redocly.ts';

/** Keys in the order in which they are written. */
type KeyOrder = readonly string[];

const provenance = ['x-provenance', 'x-clause', 'x-decision', 'x-assumed', 'x-assumed-values'];

/** What a value is, what it may be alone, and what it looks like. */
export const schemaFace: KeyOrder = [
  '$ref',
  'title',
  'type',
  'description',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'examples',
];

/** First its face, then where that comes from, then its parts, last the problems of what breaks it. */
const schema: KeyOrder = [
  ...schemaFace,
  ...provenance,
  'x-problem-default',
  'x-problem-rules',
  'enum',
  'x-extensible-enum',
  'required',
  'properties',
  'additionalProperties',
  'x-further-members',
  'dependentRequired',
  'items',
  'contains',
  'minContains',
  'maxContains',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'x-problem',
];

/** The order of keys for each type of object, by the names that Redocly has for the types of OpenAPI. */
export const openapiKeyOrders: Readonly<Record<string, KeyOrder>> = {
  Info: ['title', 'version', 'summary', 'description', 'license', ...provenance],
  Operation: [
    'operationId',
    'summary',
    'description',
    'tags',
    ...provenance,
    'security',
    'parameters',
    'requestBody',
    'responses',
    'callbacks',
  ],
  Parameter: ['name', 'in', 'required', 'description', ...provenance, 'schema'],
  RequestBody: ['required', 'description', ...provenance, 'content'],
  Response: ['description', ...provenance, 'headers', 'content', 'links'],
  Link: ['operationId', 'description', ...provenance, 'parameters', 'requestBody'],
  Header: ['required', 'description', ...provenance, 'schema'],
  MediaType: ['schema', 'examples'],
  Example: ['summary', 'description', ...provenance, 'value'],
  SecurityScheme: ['type', 'in', 'name', 'description', ...provenance],
  Schema: schema,
};

/** The same for AsyncAPI. */
export const asyncapiKeyOrders: Readonly<Record<string, KeyOrder>> = {
  Info: ['title', 'version', 'description', 'license', ...provenance],
  Channel: ['address', 'title', 'summary', 'description', ...provenance, 'parameters', 'messages'],
  Operation: [
    'action',
    'title',
    'summary',
    'description',
    ...provenance,
    'security',
    'channel',
    'bindings',
    'messages',
  ],
  Message: [
    'name',
    'title',
    'summary',
    'description',
    'contentType',
    ...provenance,
    'headers',
    'payload',
    'examples',
  ],
  MessageExample: ['name', 'summary', 'headers', 'payload'],
  Schema: schema,
};

/**
 * `key-order`: the keys of an object are in the order of the table for its type. Keys that are not in the
 * table may be anywhere. One finding for each object: the first key that comes too late.
 */
export const keyOrder =
  (orders: Readonly<Record<string, KeyOrder>>): Rule =>
  () => {
    const check = (node: unknown, location: Location, { type, report }: RuleContext): void => {
      const order = orders[type.name] ?? [];
      const ranked = Object.keys(objectOf(node)).filter((key) => order.includes(key));
      const late = ranked.find((key, index) => order.indexOf(key) < order.indexOf(ranked[index - 1] ?? key));
      if (late === undefined) return;
      const after = ranked.find((key) => order.indexOf(key) > order.indexOf(late));
      const message = `${late} must come before ${after}; the order is in tools/contract/src/lint/rules/key-order.ts.`;
      report({ message, location: location.child(late).key() });
    };
    return {
      any: { enter: (node, context) => check(node, context.location, context) },
      // Redocly enters the target of a `$ref`; here the reference is checked with the members beside it.
      ref: { enter: (node, context) => check(node, context.location, context) },
    };
  };
