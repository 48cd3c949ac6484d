import { expect, test } from 'vitest';
import { lint, openapi, openapiWithRequest, openapiWithResponses } from '../testing/lint.ts';

const text = { type: 'string' };
const files = { 'schemas/Text.yaml': text, 'examples/one.yaml': { value: 'a' } };
const schema = 'root.yaml#/paths/~1send/post/requestBody/content/application~1json/schema/$ref';

const found = await lint('reference-resolves', {
  fine: openapiWithRequest({ $ref: 'schemas/Text.yaml' }, files),
  misspelt: openapiWithRequest({ $ref: 'schemas/Txt.yaml' }, files),
  folder: openapiWithRequest({ $ref: 'schemata/Text.yaml' }, files),
  pointer: openapiWithRequest({ $ref: 'schemas/Text.yaml#/tipe' }, files),
  kind: openapiWithRequest({ $ref: 'examples/one.yaml' }, files),
  component: openapi({ components: { schemas: { A: { $ref: '#/components/schemas/Txt' }, Text: text } } }),
  response: openapiWithResponses({ 200: { $ref: '#/components/responses/Fine' } }),
});

test('a file of its kind', () => {
  expect(found.fine).toEqual([]);
});

test('a file that does not exist, with the nearest', () => {
  const message = 'expected a file, found no schemas/Txt.yaml; did you mean Text.yaml?';
  expect(found.misspelt).toEqual([{ at: schema, message }]);
});

test('a folder that does not exist', () => {
  expect(found.folder).toEqual([{ at: schema, message: 'expected a file, found no folder schemata' }]);
});

test.each([
  ['of a file', found.pointer, 'in schemas/Text.yaml expected tipe, found type; did you mean type?'],
  ['of the same file', found.component, 'in root.yaml expected Txt, found A, Text; did you mean Text?'],
  [
    'in a part that is missing',
    found.response,
    'in root.yaml expected components, found openapi, info, paths',
  ],
])('a part %s that does not exist', (_where, findings, message) => {
  expect(findings.map((one) => one.message)).toEqual([message]);
});

test('a file of another kind', () => {
  const message = 'expected a file in a folder schemas, found examples/one.yaml';
  expect(found.kind).toEqual([{ at: schema, message }]);
});
