import { expect, test } from 'vitest';
import { openSchemas } from './openapi-module.ts';

const body = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});

test('what is sent is open if it says so, what is received always', () => {
  const description = {
    paths: { '/a': { post: { requestBody: body('Request'), responses: { 200: body('Answer') } } } },
    components: {
      schemas: {
        Request: { properties: { content: { $ref: '#/components/schemas/Content' } } },
        Content: { allOf: [{ $ref: '#/components/schemas/Shared' }, { 'x-further-members': 'expected' }] },
        Shared: { type: 'object', additionalProperties: true },
        Answer: { properties: { shared: { $ref: '#/components/schemas/Shared' } } },
      },
    },
  };
  expect(openSchemas(description)).toEqual(new Set(['Content', 'Answer']));
});

test.each([null, {}, { paths: {} }, { components: { schemas: [] } }])('%j has none', (description) => {
  expect(openSchemas(description)).toEqual(new Set());
});
