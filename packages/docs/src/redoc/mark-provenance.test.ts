import { expect, test } from 'vitest';
import { markProvenance } from './mark-provenance.ts';

test('assumed nodes say so and link their decisions; documented ones are unchanged', () => {
  const assumed = { description: 'Text.', 'x-provenance': 'assumed', 'x-assumed': ['ADR-0001', 'ADR-0002'] };
  const documented = { description: 'Text.', 'x-provenance': 'documented', 'x-clause': '1/cascade' };
  expect(markProvenance({ list: [assumed, documented] })).toEqual({
    list: [
      {
        ...assumed,
        description:
          '**Assumed** ([ADR-0001](../decisions.html#ADR-0001), [ADR-0002](../decisions.html#ADR-0002)). Text.',
      },
      documented,
    ],
  });
});

test('each value of a documented list says whether it is assumed', () => {
  const anyOf = [{ type: 'string', enum: ['A', 'B'] }, { type: 'string' }];
  expect(markProvenance({ 'x-provenance': 'documented', 'x-assumed-values': ['B'], anyOf })).toMatchObject({
    anyOf: [{ 'x-enumDescriptions': { A: 'documented', B: '**Assumed**' } }, { type: 'string' }],
  });
});

test('a documented node names the decisions that add to it', () => {
  const node = {
    'x-provenance': 'documented',
    'x-assumed': ['ADR-0006', 'ADR-0036'],
    description: 'An explanation.\n',
  };
  expect(markProvenance(node)).toMatchObject({
    description:
      'An explanation. **Assumed in part** ([ADR-0006](../decisions.html#ADR-0006), [ADR-0036](../decisions.html#ADR-0036)).',
  });
});
