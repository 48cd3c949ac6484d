import type { Contract } from '@cascade/contract';
import { knownIds } from '../lib/annotations.ts';
import type { Rule } from '../redocly.ts';

/** `decision-exists`, `assumption-exists`: every `x-decision` and `x-assumed` names records, in the form ADR-0013. */
const naming =
  (name: 'x-decision' | 'x-assumed') =>
  (contract: Contract): Rule => {
    const known = new Set(contract.decisions.map(({ id }) => id));
    return () => knownIds(name, 'spec/decisions', (id) => known.has(id));
  };

export const decisionExists = naming('x-decision');
export const assumptionExists = naming('x-assumed');
