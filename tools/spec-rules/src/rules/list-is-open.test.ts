import { expect, test } from 'vitest';
import { asyncapiWithMessage, lint, openapiWithSchemas } from '../testing/lint.ts';

const known = { type: 'string', enum: ['A', 'B'] };
const listed = { $ref: '#/components/schemas/ListedKind' };
const withList = (Kind: object) => openapiWithSchemas({ Kind, ListedKind: known });

const found = await lint('list-is-open', {
  open: withList({ anyOf: [listed, { type: 'string' }] }),
  inFiles: {
    ...openapiWithSchemas({ Kind: { anyOf: [{ $ref: 'ListedKind.yaml' }, { type: 'string' }] } }),
    files: { 'ListedKind.yaml': known },
  },
  closed: openapiWithSchemas({ Kind: known }),
  unnamed: openapiWithSchemas({ Kind: { anyOf: [known, { type: 'string' }] } }),
  nearlyOpen: withList({ anyOf: [listed, { type: 'string', minLength: 2 }] }),
  otherWayRound: withList({ anyOf: [{ type: 'string' }, listed] }),
  closedByName: withList({ type: 'object', properties: { kind: listed } }),
  message: asyncapiWithMessage({ payload: known }),
  assumed: withList({ anyOf: [listed, { type: 'string' }], 'x-assumed-values': ['B'] }),
  mistyped: withList({ anyOf: [listed, { type: 'string' }], 'x-assumed-values': ['b'] }),
});

test.each([
  ['an open list', found.open],
  ['one in two files', found.inFiles],
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
      message:
        'expected an open list, found a closed one, or one without a name: write anyOf: [{ $ref: Listed….yaml }, { type: string }], with the enum there',
    },
  ]);
});

test.each([
  ['listed values without a name', found.unnamed],
  ['a second branch that does not take every string', found.nearlyOpen],
  ['the branches the other way round', found.otherWayRound],
  ['listed values outside of a union', found.closedByName],
  ['a closed list in AsyncAPI', found.message],
])('%s', (_name, findings) => {
  expect(findings).toHaveLength(1);
});
