import { expect, test } from 'vitest';
import { lint, openapiWithSchemas } from '../testing/lint.ts';

const text = { type: 'string' };
const properties = { requestId: text, cascadeId: text };

const found = await lint('required-names-property', {
  named: openapiWithSchemas({
    Own: { properties, required: ['requestId', 'cascadeId'] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    Branch: { properties, allOf: [{ if: { required: ['requestId'] }, then: { required: ['cascadeId'] } }] },
    Demanded: { allOf: [{ $ref: '#/components/schemas/Own' }, { required: ['requestId'] }] },
    Forbidden: { properties, not: { required: ['cascadeId'] } },
    Chosen: { properties, anyOf: [{ required: ['requestId'] }, { required: ['cascadeId'] }] },
  }),
  misspelt: openapiWithSchemas({ Own: { properties, required: ['requestId', 'cascadeID'] } }),
  inside: openapiWithSchemas({
    Own: { properties: { ...properties, part: { properties: { size: text }, required: ['requestId'] } } },
  }),
  folded: openapiWithSchemas({ Own: { properties, required: ['requestId - cascadeId'] } }),
  condition: openapiWithSchemas({ Own: { properties, allOf: [{ if: { required: ['requestID'] } }] } }),
});

test('a property of the schema, of a schema around it for the same value, or of a schema that it demands', () => {
  expect(found.named).toEqual([]);
});

test('a misspelt name, with the nearest', () => {
  const message = 'required names no property: cascadeID; did you mean cascadeId?';
  expect(found.misspelt).toEqual([{ at: 'root.yaml#/components/schemas/Own/required/1', message }]);
});

test('a property of the object around is none of the object in it', () => {
  const at = 'root.yaml#/components/schemas/Own/properties/part/required/0';
  expect(found.inside).toEqual([{ at, message: 'required names no property: requestId' }]);
});

test('two items that YAML has folded into one', () => {
  expect(found.folded).toEqual([
    {
      at: 'root.yaml#/components/schemas/Own/required/0',
      message:
        'required names no property: requestId - cascadeId; did you mean requestId? Indent these items alike: - requestId, - cascadeId',
    },
  ]);
});

test('a name in a condition', () => {
  const message = 'required names no property: requestID; did you mean requestId?';
  expect(found.condition.map((one) => one.message)).toEqual([message]);
});
