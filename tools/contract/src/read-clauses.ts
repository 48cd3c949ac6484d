import type { YamlFile } from '@cascade/yaml-file';
import { shapeCheck } from './check-shape.ts';
import type { Clause } from './entries.ts';
import { readYamlFile } from './yaml-file.ts';

/** The clauses by id, and the file, which knows the line of each. */
export interface ListedClauses {
  readonly file: YamlFile;
  readonly entries: ReadonlyMap<string, Clause>;
}

/** spec/clauses.yaml: every normative statement of the source, by id, in the order of the source. */
export function readClauses(root: string): ListedClauses {
  const file = readYamlFile(root, 'spec/clauses.yaml');
  const clauses = shapeCheck<Readonly<Record<string, Omit<Clause, 'id'>>>>(root, 'clauses')(file);
  return { file, entries: new Map(Object.entries(clauses).map(([id, clause]) => [id, { id, ...clause }])) };
}
