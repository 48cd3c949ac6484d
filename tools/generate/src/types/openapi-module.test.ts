import { expect, test } from 'vitest';
import { typesOf } from './openapi-module.ts';

test('a member with a default may be left out', async () => {
  const schema = { type: 'object', properties: { priority: { type: 'string', default: 'normal' } } };
  const types = await typesOf({
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: {},
    components: { schemas: { Request: schema } },
  });
  expect(types).toContain('readonly priority?: string');
});
