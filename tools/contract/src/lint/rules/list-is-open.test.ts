import { expect, test } from 'vitest';
import { asyncapiWithMessage, lint, openapiWithSchemas } from '../testing/lint.ts';

const open = { type: 'string', 'x-extensible-enum': ['A', 'B'] };
const listed = { type: 'string', enum: ['A', 'B'] };
const reference = { $ref: '#/components/schemas/ListedKind' };
const withListed = (Kind: object) => openapiWithSchemas({ Kind, ListedKind: listed });

const found = await lint('list-is-open', {
  open: openapiWithSchemas({ Kind: open }),
  orNull: openapiWithSchemas({ Kind: { ...open, type: ['string', 'null'] } }),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  condition: withListed({ type: 'string', if: reference, then: { enum: ['A'] }, not: { enum: ['C'] } }),
  inFiles: {
    ...openapiWithSchemas({ Kind: { type: 'string', not: { $ref: 'ListedKind.yaml' } } }),
    files: { 'ListedKind.yaml': listed },
  },
  closed: openapiWithSchemas({ Kind: listed }),
  ofNumbers: openapiWithSchemas({ Kind: { ...open, type: 'integer' } }),
  closedByName: withListed({ type: 'object', properties: { kind: reference } }),
  union: withListed({ anyOf: [reference, { type: 'string' }] }),
  message: asyncapiWithMessage({ payload: listed }),
  assumed: openapiWithSchemas({ Kind: { ...open, 'x-assumed-values': ['B'] } }),
  mistyped: openapiWithSchemas({ Kind: { ...open, 'x-assumed-values': ['b'] } }),
});

test.each([
  ['an open list', found.open],
  ['an open list that may be null', found.orNull],
  ['listed values in a condition', found.condition],
  ['listed values in a file', found.inFiles],
])('%s', (_, findings) => {
  expect(findings).toEqual([]);
});

test('values that are marked as assumed have to be in the list', () => {
  expect(found.assumed).toEqual([]);
  expect(found.mistyped).toEqual([
    {
      at: 'root.yaml#/components/schemas/Kind/x-assumed-values',
      message: 'The list has no value b; did you mean B?',
    },
  ]);
});

test('a closed list', () => {
  expect(found.closed).toEqual([
    {
      at: 'root.yaml#/components/schemas/Kind/enum',
      message: 'expected an open list, found a closed one: write x-extensible-enum, in a string',
    },
  ]);
});

test.each([
  ['a list of integers', found.ofNumbers],
  ['listed values outside of a condition', found.closedByName],
  ['listed values in a union', found.union],
  ['a closed list in AsyncAPI', found.message],
])('%s', (_name, findings) => {
  expect(findings).toHaveLength(1);
});
