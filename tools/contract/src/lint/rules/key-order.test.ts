import { expect, test } from 'vitest';
import { asyncapiWithMessage, lint, openapi, openapiWithSchemas } from '../testing/lint.ts';

const found = await lint('key-order', {
  ordered: openapi({
    paths: { '/send': { post: { operationId: 'a', 'x-other': 1, summary: 's', tags: [], responses: {} } } },
    components: { schemas: { Text: { type: 'string', maxLength: 1, examples: [], 'x-clause': 'c' } } },
  }),
  operation: openapi({
    paths: { '/send': { post: { tags: [], operationId: 'a', summary: 's', responses: {} } } },
  }),
  besideReference: openapiWithSchemas({
    Text: { type: 'string' },
    Message: { properties: { text: { maxLength: 1, $ref: '#/components/schemas/Text' } } },
  }),
  message: asyncapiWithMessage({ title: 't', name: 'n' }),
});

test('accepts keys in order, and keys without a place in the table anywhere', () => {
  expect(found.ordered).toEqual([]);
});

test('the first key that comes too late', () => {
  expect(found.operation).toEqual([
    {
      at: 'root.yaml#/paths/~1send/post/operationId',
      message:
        'operationId must come before tags; the order is in tools/contract/src/lint/rules/key-order.ts.',
    },
  ]);
});

test('keys beside a $ref', () => {
  expect(found.besideReference.map(({ at }) => at)).toEqual([
    'root.yaml#/components/schemas/Message/properties/text/$ref',
  ]);
});

test('keys of a message of AsyncAPI', () => {
  expect(found.message.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^name must come before title;/),
  ]);
});
