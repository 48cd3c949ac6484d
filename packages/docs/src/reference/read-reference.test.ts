import { expect, test } from 'vitest';
import { readFields, readOperations } from './read-reference.ts';

const said = {
  description: 'Text.',
  'x-provenance': 'assumed',
  'x-clause': '1/a',
  'x-decision': ['ADR-0001'],
};
const read = { description: 'Text.', provenance: 'assumed', clauses: ['1/a'], decisions: ['ADR-0001'] };

test('operations come with method and path, webhooks with their name', () => {
  const post = { operationId: 'send', summary: 'Send', ...said };
  const description = { paths: { '/a': { post, parameters: [] } }, webhooks: { b: { post } } };
  expect(readOperations(description)).toEqual([
    { id: 'send', title: 'POST /a', summary: 'Send', ...read },
    { id: 'send', title: 'webhook b', summary: 'Send', ...read },
  ]);
});

test('fields tell type, bounds and whether they are required, in parts of a schema as well', () => {
  const part = {
    required: ['list'],
    properties: {
      list: { type: 'array', items: { $ref: '#/components/schemas/Item' }, ...said },
      text: { type: ['string', 'null'], maxLength: 3, ...said },
    },
  };
  expect(readFields({ components: { schemas: { A: { allOf: [part] } } } })).toEqual([
    { id: 'A.list', schema: 'A', name: 'list', type: 'list of Item', required: true, ...read },
    {
      id: 'A.text',
      schema: 'A',
      name: 'text',
      type: 'string or null, maxLength 3',
      required: false,
      ...read,
    },
  ]);
});

test('a reference says what its schema says, so that nothing assumed passes for documented', () => {
  const schemas = {
    A: { properties: { b: { $ref: '#/components/schemas/B' } } },
    B: { type: 'string', ...said },
  };
  expect(readFields({ components: { schemas } })).toEqual([
    { id: 'A.b', schema: 'A', name: 'b', type: 'B', required: false, ...read },
  ]);
});
