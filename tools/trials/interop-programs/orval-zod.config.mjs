/** Orval's schemas for Zod: of every component, so that callbacks have one, too. */
export default {
  cascade: {
    input: './openapi.yaml',
    output: {
      target: './api/operations.ts',
      client: 'zod',
      schemas: { path: './api/schemas', type: 'zod' },
    },
  },
};
