import { expect, test } from 'vitest';
import { asyncapiWithMessage, lint, openapiWithSchemas } from '../testing/lint.ts';

const beside = { $ref: '#/components/schemas/Text', 'x-clause': '1/third' };

const found = await lint('clause-exists', {
  known: openapiWithSchemas({ Text: { 'x-clause': '1/first' }, Size: { 'x-clause': ['1/first', '9/open'] } }),
  unknown: openapiWithSchemas({ Text: { 'x-clause': ['1/first', '1/third'] } }),
  besideReference: openapiWithSchemas({
    Text: { type: 'string' },
    Message: { properties: { text: beside } },
  }),
  message: asyncapiWithMessage({ 'x-clause': '1/third' }),
});

const message = '1/third is not in spec/clauses.yaml.';

test('a clause that is there, alone or in a list', () => {
  expect(found.known).toEqual([]);
});

test('a clause that is not there', () => {
  expect(found.unknown).toEqual([{ at: 'root.yaml#/components/schemas/Text/x-clause', message }]);
});

test('a clause beside a $ref', () => {
  const at = 'root.yaml#/components/schemas/Message/properties/text/x-clause';
  expect(found.besideReference).toEqual([{ at, message }]);
});

test('a clause in AsyncAPI', () => {
  expect(found.message.map(({ message }) => message)).toEqual([message]);
});
