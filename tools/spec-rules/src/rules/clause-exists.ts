import type { Contract } from '@cascade/contract';
import { knownIds } from '../lib/annotations.ts';
import type { Rule } from '../redocly.ts';

/** `clause-exists`: every `x-clause` names ids of spec/clauses.yaml, in the form 7.1/out-of-balance. */
export const clauseExists =
  (contract: Contract): Rule =>
  () =>
    knownIds('x-clause', 'spec/clauses.yaml', (id) => contract.clauses.has(id));
