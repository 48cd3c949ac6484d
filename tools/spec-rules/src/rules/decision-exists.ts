import type { Contract } from '@cascade/contract';
import { knownIds } from '../lib/known-ids.ts';
import type { Rule } from '../redocly.ts';

/** `decision-exists`: every `x-decision` names records of spec/decisions, in the form ADR-0013. */
export const decisionExists = (contract: Contract): Rule => {
  const known = new Set(contract.decisions.map(({ id }) => id));
  return () => knownIds('x-decision', 'spec/decisions', (id) => known.has(id));
};
