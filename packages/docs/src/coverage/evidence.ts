import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readText, readYamlFile, repositoryRoot } from '@cascade/contract';
import { mutants } from '../../../verifier/mutants/catalogue/index.ts';
import { untestable } from '../../../verifier/mutants/untestable.ts';
import { isObject } from '../objects.ts';

/** What holds an implementation to a clause, by the id of the clause. */
export interface Evidence {
  readonly scenarios: ReadonlyMap<string, readonly string[]>;
  readonly mutants: ReadonlyMap<string, readonly string[]>;
  /** Clauses that no black box can see broken, with the reason. */
  readonly untestable: Readonly<Record<string, string>>;
  /** For each implementation that was judged, its verdicts. */
  readonly verdicts: Readonly<Record<string, ReadonlyMap<string, string>>>;
}

interface Touching {
  readonly id: string;
  readonly clauses: readonly string[];
}

/** Reads scenarios, mutants, and the verdicts that `npm run verdicts` of the verifier has kept. */
export function readEvidence(): Evidence {
  return {
    scenarios: byClause(readScenarios()),
    mutants: byClause(mutants),
    untestable,
    verdicts: readVerdicts(),
  };
}

function readScenarios(): Touching[] {
  const files = readdirSync(join(repositoryRoot, 'spec/scenarios')).filter((name) => name.endsWith('.yaml'));
  return files.toSorted().map((name) => {
    const { value } = readYamlFile(repositoryRoot, `spec/scenarios/${name}`);
    const clauses = isObject(value) ? value.clauses : [];
    const ids = Array.isArray(clauses) ? clauses.filter((id) => typeof id === 'string') : [];
    return { id: name.replace('.yaml', ''), clauses: ids };
  });
}

function byClause(all: readonly Touching[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, clauses } of all)
    for (const clause of clauses) found.set(clause, [...(found.get(clause) ?? []), id]);
  return found;
}

function readVerdicts(): Record<string, ReadonlyMap<string, string>> {
  const file = 'packages/verifier/results/verdicts.json';
  if (!existsSync(join(repositoryRoot, file))) return {};
  const verdicts: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
    readText(repositoryRoot, file),
  );
  return Object.fromEntries(
    Object.entries(verdicts).map(([name, each]) => [name, new Map(Object.entries(each))]),
  );
}
