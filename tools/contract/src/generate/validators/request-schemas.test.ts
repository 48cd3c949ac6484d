import { expect, test } from 'vitest';
import { requestSchemas } from './request-schemas.ts';

const body = (schema: unknown) => ({
  post: { requestBody: { content: { 'application/json': { schema } } } },
});

test('collects the schemas that each request body uses, and drops members that only people read', () => {
  const bundle = {
    paths: {
      '/a': body({ $ref: '#/components/schemas/A' }),
      '/b': body({ $ref: '#/components/schemas/B' }),
    },
    components: {
      schemas: {
        A: {
          description: 'for people',
          properties: {
            description: { type: 'string', examples: ['x'] },
            $ref: { type: 'string' },
            b: { $ref: '#/components/schemas/B' },
          },
        },
        B: { type: 'string', maxLength: 3, 'x-problem': { required: { description: 'too-long' } } },
        Unreached: {},
      },
    },
  };
  const B = { type: 'string', maxLength: 3, 'x-problem': { required: { description: 'too-long' } } };
  const A = {
    properties: { description: { type: 'string' }, $ref: { type: 'string' }, b: { $ref: '#/$defs/B' } },
    additionalProperties: true,
  };
  expect(requestSchemas(bundle)).toEqual([
    { name: 'A', document: { $id: 'cascade', $defs: { A, B } } },
    { name: 'B', document: { $id: 'cascade', $defs: { B } } },
  ]);
});
