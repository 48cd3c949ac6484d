import { expect, test } from 'vitest';
import { lint, openapiWithSchemas } from '../testing/lint.ts';

const all = { 'x-clause': ['1/first', '1/second', '7/third'] };

const found = await lint('clause-has-place', {
  complete: openapiWithSchemas({ Text: all, Size: { 'x-provenance': 'assumed', 'x-clause': '9/open' } }),
  incomplete: openapiWithSchemas({ Text: { 'x-clause': '1/second' } }),
  claimed: openapiWithSchemas({ Text: all, Size: { 'x-provenance': 'documented', 'x-clause': ['9/open'] } }),
});

test('every clause has a place; what is not shown needs none, and an assumption may cite it', () => {
  expect(found.complete).toEqual([]);
});

test('clauses without a place are listed at the root', () => {
  expect(found.incomplete).toEqual([
    { at: 'root.yaml#/', message: 'No node has in its x-clause, of spec/clauses.yaml: 1/first, 7/third.' },
  ]);
});

test('nothing is documented by what is not shown', () => {
  expect(found.claimed).toEqual([
    {
      at: 'root.yaml#/components/schemas/Size/x-clause',
      message: 'Documented by 9/open, which spec/clauses.yaml calls not shown.',
    },
  ]);
});
