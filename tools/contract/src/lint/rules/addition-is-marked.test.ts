import { expect, test } from 'vitest';
import { lint, openapiWithSchemas } from '../testing/lint.ts';

const documented = { 'x-provenance': 'documented', 'x-clause': '1/first' };

const found = await lint('addition-is-marked', {
  reading: openapiWithSchemas({ Text: { ...documented, 'x-decision': 'ADR-0001' } }),
  marked: openapiWithSchemas({ Text: { ...documented, 'x-decision': 'ADR-0001', 'x-assumed': 'ADR-0003' } }),
  assumed: openapiWithSchemas({ Text: { 'x-provenance': 'assumed', 'x-decision': 'ADR-0003' } }),
  values: openapiWithSchemas({ Kind: { ...documented, 'x-assumed': 'ADR-0003', 'x-assumed-values': ['B'] } }),
  valuesAlone: openapiWithSchemas({ Kind: { ...documented, 'x-assumed-values': ['B'] } }),
  hidden: openapiWithSchemas({ Text: { ...documented, 'x-decision': ['ADR-0001', 'ADR-0003'] } }),
});

test.each([
  ['a reading of the source', found.reading],
  ['an addition that is marked', found.marked],
  ['a value with its decision', found.values],
  ['an addition on an assumed node', found.assumed],
])('%s is allowed', (_, findings) => {
  expect(findings).toEqual([]);
});

test('an addition that a documented node cites like a reading is not', () => {
  const at = 'root.yaml#/components/schemas/Text/x-decision';
  expect(found.hidden).toEqual([
    { at, message: 'ADR-0003 adds to the source: a documented node names it in x-assumed.' },
  ]);
});

test('a value that no decision adds is not', () => {
  const at = 'root.yaml#/components/schemas/Kind/x-assumed-values';
  expect(found.valuesAlone).toEqual([
    { at, message: 'x-assumed does not say by which decisions these values are assumed.' },
  ]);
});
