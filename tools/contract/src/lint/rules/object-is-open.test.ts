import { expect, test } from 'vitest';
import { asyncapiWithMessage, lint, openapiWithSchemas } from '../testing/lint.ts';

const silent = { type: 'object' };
const closed = { type: 'object', additionalProperties: false };
const message = 'expected an object that may have further members, found a closed object';

const found = await lint('object-is-open', {
  silent: openapiWithSchemas({ A: { ...silent, properties: { b: silent } } }),
  open: openapiWithSchemas({ A: { ...silent, additionalProperties: true } }),
  ofSchema: openapiWithSchemas({ A: { ...silent, additionalProperties: { type: 'string' } } }),
  closed: openapiWithSchemas({ A: closed }),
  unevaluated: openapiWithSchemas({ A: { ...silent, unevaluatedProperties: false } }),
  member: openapiWithSchemas({ A: { properties: { b: closed } } }),
  part: openapiWithSchemas({ A: { allOf: [closed] } }),
  message: asyncapiWithMessage({ payload: closed }),
});

test.each([
  ['an object that says nothing', found.silent],
  ['an object that says that it is open', found.open],
  ['an object whose further members have a schema', found.ofSchema],
])('%s is allowed', (_, findings) => {
  expect(findings).toEqual([]);
});

test.each([
  ['a closed object', found.closed, '/additionalProperties'],
  ['an object that is closed by what is evaluated', found.unevaluated, '/unevaluatedProperties'],
  ['a closed member', found.member, '/properties/b/additionalProperties'],
  ['a closed part', found.part, '/allOf/0/additionalProperties'],
])('%s is not', (_, findings, place) => {
  expect(findings).toEqual([{ at: `root.yaml#/components/schemas/A${place}`, message }]);
});

test('AsyncAPI', () => {
  const at = 'root.yaml#/channels/callback/messages/status/payload/additionalProperties';
  expect(found.message).toEqual([{ at, message }]);
});
