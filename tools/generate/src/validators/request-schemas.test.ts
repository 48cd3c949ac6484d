import { expect, test } from 'vitest';
import { requestSchemas } from './request-schemas.ts';

const body = (schema: unknown) => ({
  post: { requestBody: { content: { 'application/json': { schema } } } },
});

test('collects the schemas that request bodies use, and drops members that only people read', () => {
  const bundle = {
    paths: { '/a': body({ $ref: '#/components/schemas/A' }) },
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
  expect(requestSchemas(bundle)).toEqual({
    roots: ['A'],
    document: {
      $id: 'cascade',
      $defs: {
        A: {
          properties: { description: { type: 'string' }, $ref: { type: 'string' }, b: { $ref: '#/$defs/B' } },
        },
        B: { type: 'string', maxLength: 3, 'x-problem': { required: { description: 'too-long' } } },
      },
    },
  });
});
