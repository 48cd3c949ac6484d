/**
 * Orval's client over fetch. Its paths are relative: `send.ts` adds the address of the provider and the key.
 */
export default {
  cascade: {
    input: './openapi.yaml',
    output: {
      target: './api/client.ts',
      client: 'fetch',
      override: { mutator: { path: './send.ts', name: 'send' } },
    },
  },
};
