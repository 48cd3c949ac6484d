import { expect, test } from 'vitest';
import { asyncapiWithMessage, lint, openapiWithSchemas } from '../testing/lint.ts';

const open = { type: 'object', additionalProperties: true };
const silent = { type: 'object' };
const message = 'expected additionalProperties of an object, found none: write true';

// biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
const condition = { if: { properties: { a: silent } }, then: { properties: {} } };

const found = await lint('object-is-open', {
  open: openapiWithSchemas({ A: { ...open, properties: { b: open } } }),
  closed: openapiWithSchemas({ A: { ...silent, additionalProperties: false } }),
  condition: openapiWithSchemas({ A: { allOf: [condition] } }),
  union: openapiWithSchemas({ A: { anyOf: [silent, { type: 'string' }] } }),
  silent: openapiWithSchemas({ A: silent }),
  nullable: openapiWithSchemas({ A: { type: ['object', 'null'] } }),
  untyped: openapiWithSchemas({ A: { properties: {} } }),
  member: openapiWithSchemas({ A: { ...open, properties: { b: silent } } }),
  part: openapiWithSchemas({ A: { allOf: [silent] } }),
  ofUnion: openapiWithSchemas({ A: { anyOf: [{ ...silent, properties: { b: silent } }] } }),
  message: asyncapiWithMessage({ payload: silent }),
});

test.each([
  ['an open object', found.open],
  ['a closed object', found.closed],
  ['a condition', found.condition],
  ['an object in a union', found.union],
])('%s is allowed', (_, findings) => {
  expect(findings).toEqual([]);
});

test.each([
  ['a silent object', found.silent, ''],
  ['a silent object or null', found.nullable, ''],
  ['silent members', found.untyped, ''],
  ['a silent member', found.member, '/properties/b'],
  ['a silent part', found.part, '/allOf/0'],
  ['a silent member of an object in a union', found.ofUnion, '/anyOf/0/properties/b'],
])('%s is not', (_, findings, place) => {
  expect(findings).toEqual([{ at: `root.yaml#/components/schemas/A${place}`, message }]);
});

test('AsyncAPI', () => {
  expect(found.message).toEqual([{ at: 'root.yaml#/channels/callback/messages/status/payload', message }]);
});
