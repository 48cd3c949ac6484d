import { shapeCheck } from './check-shape.ts';
import type { Clause } from './entries.ts';
import { ContractError } from './fault.ts';
import { readYamlFile } from './yaml-file.ts';

/** spec/clauses.yaml: every normative statement of the source, by id, in the order of the source. */
export function readClauses(root: string): ReadonlyMap<string, Clause> {
  const file = readYamlFile(root, 'spec/clauses.yaml');
  const faults = shapeCheck(root, 'clauses')(file);
  if (faults.length > 0) throw new ContractError(faults);
  const clauses = file.value as Readonly<Record<string, Omit<Clause, 'id'>>>;
  return new Map(Object.entries(clauses).map(([id, clause]) => [id, { id, ...clause }]));
}
