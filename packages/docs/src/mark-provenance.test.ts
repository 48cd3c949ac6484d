import { expect, test } from 'vitest';
import { markProvenance } from './mark-provenance.ts';

test('assumed nodes say so and link their decisions; documented ones stay', () => {
  const assumed = { description: 'Text.', 'x-provenance': 'assumed', 'x-decision': ['ADR-0001', 'ADR-0002'] };
  const documented = { description: 'Text.', 'x-provenance': 'documented', 'x-clause': '1/cascade' };
  expect(markProvenance({ list: [assumed, documented] })).toEqual({
    list: [
      {
        ...assumed,
        description:
          '**Assumed** ([ADR-0001](decisions.html#ADR-0001), [ADR-0002](decisions.html#ADR-0002)). Text.',
      },
      documented,
    ],
  });
});
