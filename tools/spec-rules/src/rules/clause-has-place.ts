import type { Contract } from '@cascade/contract';
import { annotationVisitors } from '../lib/annotations.ts';
import type { Rule } from '../redocly.ts';

/**
 * `clause-has-place`: every clause of spec/clauses.yaml is in the `x-clause` of some node, except those
 * of the kind not-shown, which no node may claim to be documented by.
 */
export const clauseHasPlace =
  (contract: Contract): Rule =>
  () => {
    const placed = new Set<string>();
    return {
      ...annotationVisitors('x-clause', ({ ids, node, location }, report) => {
        for (const id of ids) {
          placed.add(id);
          const isNotShown = contract.clauses.get(id)?.kind === 'not-shown';
          if (!isNotShown || node['x-provenance'] !== 'documented') continue;
          report({ message: `Documented by ${id}, which spec/clauses.yaml calls not shown.`, location });
        }
      }),
      Root: {
        leave(_root, { report }) {
          const owed = [...contract.clauses.values()].filter(({ kind }) => kind !== 'not-shown');
          const missing = owed.map(({ id }) => id).filter((id) => !placed.has(id));
          if (missing.length === 0) return;
          report({ message: `No node has in its x-clause, of spec/clauses.yaml: ${missing.join(', ')}.` });
        },
      },
    };
  };
