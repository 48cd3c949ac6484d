import { expect, test } from 'vitest';
import { asyncapiWithMessage, lint, openapiWithSchemas } from '../testing/lint.ts';

const found = await lint('decision-exists', {
  known: openapiWithSchemas({ Text: { 'x-decision': 'ADR-0001' }, Size: { 'x-decision': ['ADR-0001'] } }),
  unknown: openapiWithSchemas({ Text: { 'x-decision': ['ADR-0001', 'ADR-0002'] } }),
  empty: openapiWithSchemas({ Text: { 'x-decision': 1 } }),
  message: asyncapiWithMessage({ 'x-decision': '0001' }),
});

test('a decision that is there, alone or in a list', () => {
  expect(found.known).toEqual([]);
});

test('a decision that is not there', () => {
  const at = 'root.yaml#/components/schemas/Text/x-decision';
  expect(found.unknown).toEqual([{ at, message: 'ADR-0002 is not in spec/decisions.' }]);
});

test('neither an id nor a list', () => {
  expect(found.empty.map(({ message }) => message)).toEqual([
    'x-decision: expected an id of spec/decisions, or a list of ids.',
  ]);
});

test('another form of the id, in AsyncAPI', () => {
  expect(found.message.map(({ message }) => message)).toEqual(['0001 is not in spec/decisions.']);
});
