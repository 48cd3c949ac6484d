import { expect, test } from 'vitest';
import { asyncapiWithMessage, lint, openapiWithSchemas } from '../testing/lint.ts';

// biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
const then = (properties: object) => ({ if: {}, then: { properties } });

const found = await lint('schema-is-portable', {
  portable: openapiWithSchemas({
    A: {
      type: ['object', 'null'],
      properties: { a: {}, b: { type: ['string', 'integer'] } },
      allOf: [then({ a: {} })],
    },
  }),
  member: openapiWithSchemas({ A: { allOf: [then({ a: true })] } }),
  union: openapiWithSchemas({ A: { type: ['object', 'string'] } }),
  array: openapiWithSchemas({ A: { type: ['string', 'array'], items: {} } }),
  condition: openapiWithSchemas({ A: { properties: { a: {} }, ...then({}) } }),
  message: asyncapiWithMessage({ payload: { type: ['object', 'string'] } }),
});

const union = 'Write anyOf: [{ type: … }, …], not a list of types.';

test('an object or null, scalars by a list of types, a condition by itself', () => {
  expect(found.portable).toEqual([]);
});

test.each([
  ['a boolean member', found.member, '/allOf/0/then/properties/a', 'Write a: {}, not a boolean.'],
  ['an object or a string by a list', found.union, '/type', union],
  ['a string or an array by a list', found.array, '/type', union],
  [
    'a condition beside members',
    found.condition,
    '/if',
    'Write the condition in a branch of allOf of its own.',
  ],
])('%s', (_, findings, place, message) => {
  expect(findings).toEqual([{ at: `root.yaml#/components/schemas/A${place}`, message }]);
});

test('AsyncAPI', () => {
  expect(found.message.map(({ message }) => message)).toEqual([union]);
});
