import { type Contract, objectOf, stringsOf } from '../../index.ts';
import type { Rule, Visitor } from '../redocly.ts';

/**
 * `addition-is-marked`: documented is what the source says. A documented node follows a decision that reads
 * the source in `x-decision`; a decision that adds a name, a value, a limit or a behaviour is in its
 * `x-assumed`, also that of its `x-assumed-values`.
 */
export const additionIsMarked = (contract: Contract): Rule => {
  const additions = new Set(contract.decisions.filter(({ kind }) => kind === 'addition').map(({ id }) => id));
  const judge: Visitor['enter'] = (value, { location, report }) => {
    const node = objectOf(value);
    if (node['x-provenance'] !== 'documented') return;
    for (const id of stringsOf(node['x-decision']).filter((id) => additions.has(id))) {
      const message = `${id} adds to the source: a documented node names it in x-assumed.`;
      report({ message, location: location.child('x-decision') });
    }
    if ('x-assumed' in node || stringsOf(node['x-assumed-values']).length === 0) return;
    const message = 'x-assumed does not say by which decisions these values are assumed.';
    report({ message, location: location.child('x-assumed-values') });
  };
  return () => ({ any: { enter: judge }, ref: { enter: judge } });
};
