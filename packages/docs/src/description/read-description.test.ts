import { expect, test } from 'vitest';
import { readDescribed, readFields, readOperations } from './read-description.ts';

const none = { openapi: {}, asyncapi: {}, gateway: {}, control: {} };
const described = (schemas: object) => readDescribed({ ...none, openapi: { components: { schemas } } });

const said = {
  description: 'Text.',
  'x-provenance': 'assumed',
  'x-clause': '1/a',
  'x-assumed': ['ADR-0001'],
};
const read = { description: 'Text.', provenance: 'assumed', clauses: ['1/a'], decisions: ['ADR-0001'] };

test('operations are titled by method and path, webhooks by name', () => {
  const post = { operationId: 'send', summary: 'Send', ...said };
  const description = { paths: { '/a': { post, parameters: [] } }, webhooks: { b: { post } } };
  expect(readOperations(description)).toEqual([
    { id: 'send', title: 'POST /a', summary: 'Send', ...read },
    { id: 'send', title: 'webhook b', summary: 'Send', ...read },
  ]);
});

test('fields have type, bounds and required, also below allOf', () => {
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
      type: 'string or null, at most 3 characters',
      required: false,
      ...read,
    },
  ]);
});

test('a $ref field takes text and provenance from its schema, so that no assumed one passes for documented', () => {
  const schemas = {
    A: { properties: { b: { $ref: '#/components/schemas/B' } } },
    B: { type: 'string', ...said },
  };
  expect(readFields({ components: { schemas } })).toEqual([
    { id: 'A.b', schema: 'A', name: 'b', type: 'B', required: false, ...read },
  ]);
});

test('the headers of a callback are fields', () => {
  const headers = { properties: { 'webhook-id': { type: 'string', ...said } } };
  const description = { channels: { callback: { messages: { status: { headers } } } } };
  expect(readDescribed({ ...none, asyncapi: description }).fields).toEqual([
    {
      id: 'status-headers.webhook-id',
      schema: 'status-headers',
      name: 'webhook-id',
      type: 'string',
      required: false,
      ...read,
    },
  ]);
});

test('a value has the provenance of its list, unless the list marks it assumed', () => {
  const documented = { description: 'Words.', 'x-provenance': 'documented', 'x-clause': '1/a' };
  const anyOf = [{ type: 'string', enum: ['A', 'B'] }, { type: 'string' }];
  const Word = { ...documented, 'x-assumed-values': ['B'], anyOf };
  const [list, ...others] = described({ Word, Text: { type: 'string' } }).lists;
  expect(list).toMatchObject({
    schema: 'Word',
    provenance: 'documented',
    values: [
      { value: 'A', provenance: 'documented' },
      { value: 'B', provenance: 'assumed' },
    ],
  });
  expect(others).toEqual([]);
});

test('an open list is a choice of its listed values, of any string, and of null if that may come', () => {
  const schemas = {
    Kind: { type: 'string', 'x-extensible-enum': ['A'] },
    Reason: { type: ['string', 'null'], 'x-extensible-enum': ['B'] },
  };
  expect(described(schemas).openapi).toEqual({
    components: {
      schemas: {
        Kind: { anyOf: [{ type: 'string', enum: ['A'] }, { type: 'string' }] },
        Reason: { anyOf: [{ type: 'string', enum: ['B'] }, { type: 'string' }, { type: 'null' }] },
      },
    },
  });
});

test.each([null, [], {}, { components: {} }])('%j stays', (description) => {
  expect(readDescribed({ ...none, gateway: description }).gateway).toEqual(description);
});
