import { expect, test } from 'vitest';
import { asyncapiWithMessage, openapiWithSchemas } from '../testing/descriptions.ts';
import { lint } from '../testing/lint.ts';

const known = { type: 'string', enum: ['A', 'B'] };

const found = await lint('list-is-open', {
  open: openapiWithSchemas({ Kind: { anyOf: [known, { type: 'string' }] } }),
  closed: openapiWithSchemas({ Kind: known }),
  nearlyOpen: openapiWithSchemas({ Kind: { anyOf: [known, { type: 'string', minLength: 2 }] } }),
  otherWayRound: openapiWithSchemas({ Kind: { anyOf: [{ type: 'string' }, known] } }),
  message: asyncapiWithMessage({ payload: known }),
  assumed: openapiWithSchemas({ Kind: { anyOf: [known, { type: 'string' }], 'x-assumed-values': ['B'] } }),
  mistyped: openapiWithSchemas({ Kind: { anyOf: [known, { type: 'string' }], 'x-assumed-values': ['b'] } }),
});

test('an open list', () => {
  expect(found.open).toEqual([]);
});

test('values that are marked as assumed have to be in the list', () => {
  expect(found.assumed).toEqual([]);
  expect(found.mistyped).toEqual([
    { at: 'root.yaml#/components/schemas/Kind/x-assumed-values', message: 'The list has no value b.' },
  ]);
});

test('a closed list', () => {
  expect(found.closed).toEqual([
    {
      at: 'root.yaml#/components/schemas/Kind/enum',
      message: 'A closed list. Write anyOf: [{ type: string, enum: [...] }, { type: string }].',
    },
  ]);
});

test.each([
  ['a second branch that does not take every string', found.nearlyOpen],
  ['the branches the other way round', found.otherWayRound],
  ['a closed list in AsyncAPI', found.message],
])('%s', (_name, findings) => {
  expect(findings).toHaveLength(1);
});
