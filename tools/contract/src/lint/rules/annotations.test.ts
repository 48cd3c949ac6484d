import { expect, test } from 'vitest';
import { asyncapiWithMessage, lint, openapiWithSchemas } from '../testing/lint.ts';

const beside = { $ref: '#/components/schemas/Text', 'x-clause': '1/frist' };

const clauses = await lint('clause-exists', {
  known: openapiWithSchemas({ Text: { 'x-clause': '1/first' }, Size: { 'x-clause': ['1/first', '9/open'] } }),
  unknown: openapiWithSchemas({ Text: { 'x-clause': ['1/first', '1/frist'] } }),
  besideReference: openapiWithSchemas({
    Text: { type: 'string' },
    Message: { properties: { text: beside } },
  }),
  message: asyncapiWithMessage({ 'x-clause': '1/frist' }),
});

const message = '1/frist is not in spec/clauses.yaml; did you mean 1/first?';

test('a clause that is there, alone or in a list', () => {
  expect(clauses.known).toEqual([]);
});

test('a clause that is not there', () => {
  expect(clauses.unknown).toEqual([{ at: 'root.yaml#/components/schemas/Text/x-clause', message }]);
});

test('a clause beside a $ref', () => {
  const at = 'root.yaml#/components/schemas/Message/properties/text/x-clause';
  expect(clauses.besideReference).toEqual([{ at, message }]);
});

test('a clause in AsyncAPI', () => {
  expect(clauses.message.map(({ message }) => message)).toEqual([message]);
});

const decisions = await lint('decision-exists', {
  known: openapiWithSchemas({ Text: { 'x-decision': 'ADR-0001' }, Size: { 'x-decision': ['ADR-0001'] } }),
  unknown: openapiWithSchemas({ Text: { 'x-decision': ['ADR-0001', 'ADR-0002'] } }),
  empty: openapiWithSchemas({ Text: { 'x-decision': 1 } }),
  message: asyncapiWithMessage({ 'x-decision': '0001' }),
});

test('a decision that is there, alone or in a list', () => {
  expect(decisions.known).toEqual([]);
});

test('a decision that is not there', () => {
  const at = 'root.yaml#/components/schemas/Text/x-decision';
  expect(decisions.unknown).toEqual([
    { at, message: 'ADR-0002 is not in spec/decisions; did you mean ADR-0001?' },
  ]);
});

test('neither an id nor a list', () => {
  expect(decisions.empty.map(({ message }) => message)).toEqual([
    'x-decision: expected an id of spec/decisions, or a list of ids.',
  ]);
});

test('another form of the id, in AsyncAPI', () => {
  expect(decisions.message.map(({ message }) => message)).toEqual(['0001 is not in spec/decisions']);
});

const all = { 'x-clause': ['1/first', '1/second', '7/third'] };

const places = await lint('clause-has-place', {
  complete: openapiWithSchemas({ Text: all, Size: { 'x-provenance': 'assumed', 'x-clause': '9/open' } }),
  incomplete: openapiWithSchemas({ Text: { 'x-clause': '1/second' } }),
  claimed: openapiWithSchemas({ Text: all, Size: { 'x-provenance': 'documented', 'x-clause': ['9/open'] } }),
});

test('every clause has a place; what is not shown needs none, and an assumption may cite it', () => {
  expect(places.complete).toEqual([]);
});

test('clauses without a place are listed at the root', () => {
  expect(places.incomplete).toEqual([
    { at: 'root.yaml#/', message: 'No node has in its x-clause, of spec/clauses.yaml: 1/first, 7/third.' },
  ]);
});

test('nothing is documented by what is not shown', () => {
  expect(places.claimed).toEqual([
    {
      at: 'root.yaml#/components/schemas/Size/x-clause',
      message: 'Documented by 9/open, which spec/clauses.yaml calls not shown.',
    },
  ]);
});

const names = await lint('annotation-is-known', {
  known: openapiWithSchemas({ Text: { 'x-clause': '1/first', 'x-problem': {} } }),
  misspelt: openapiWithSchemas({ Text: { 'x-clauze': '1/first' } }),
  message: asyncapiWithMessage({ 'x-assume': 'ADR-0001' }),
});

test('our annotations', () => {
  expect(names.known).toEqual([]);
});

test('an annotation with another name', () => {
  const at = 'root.yaml#/components/schemas/Text/x-clauze';
  const message = 'expected one of our annotations, found x-clauze; did you mean x-clause?';
  expect(names.misspelt).toEqual([{ at, message }]);
  expect(names.message.map(({ message }) => message)).toEqual([
    'expected one of our annotations, found x-assume; did you mean x-assumed?',
  ]);
});
