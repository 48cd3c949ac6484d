import type { Contract } from '@cascade/contract';
import { annotationVisitors } from '../lib/annotations.ts';
import type { Rule } from '../redocly.ts';

/**
 * `addition-is-marked`: documented is what the source says. A documented node follows a decision that reads the source in
 * `x-decision`; a decision that adds a name, a value, a limit or a behaviour is in its `x-assumed`.
 */
export const additionIsMarked = (contract: Contract): Rule => {
  const additions = new Set(contract.decisions.filter(({ kind }) => kind === 'addition').map(({ id }) => id));
  return () =>
    annotationVisitors('x-decision', ({ ids, node, location }, report) => {
      if (node['x-provenance'] !== 'documented') return;
      for (const id of ids.filter((id) => additions.has(id)))
        report({ message: `${id} adds to the source: a documented node names it in x-assumed.`, location });
    });
};
