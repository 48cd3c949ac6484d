import { expect, test } from 'vitest';
import { operationsOf, schemasBelow, targetOf } from './description.ts';

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const post = { operationId: 'send', requestBody: { $ref: '#/components/requestBodies/Body' } };
const description = {
  paths: { '/send': { summary: 'no operation', post } },
  webhooks: { status: { post: { operationId: 'receive' } } },
  components: {
    requestBodies: { Body: { content: { 'application/json': { schema: schema('Message') } } } },
    schemas: {
      Message: {
        properties: { $ref: { type: 'string' }, parts: { items: schema('Part') }, id: schema('Id') },
      },
      Part: { anyOf: [schema('Message'), schema('Text')] },
      Text: {},
      Id: {},
      Other: {},
    },
  },
};

test('operations have their places, those of webhooks last', () => {
  expect(operationsOf(description).map(({ part, path, method }) => [part, path, method])).toEqual([
    ['paths', '/send', 'post'],
    ['webhooks', 'status', 'post'],
  ]);
  expect(operationsOf(undefined)).toEqual([]);
});

test('a reference leads to its target, any other node to itself', () => {
  expect(targetOf(description, schema('Part'))).toBe(description.components.schemas.Part);
  expect(targetOf(description, post)).toBe(post);
  expect(targetOf(description, schema('Gone'))).toEqual({});
});

test('the schemas below a node, through other components and circles', () => {
  expect([...schemasBelow(description, post)]).toEqual(['Message', 'Part', 'Text', 'Id']);
});
