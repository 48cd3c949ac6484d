import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readText, readYamlFile, repositoryRoot } from '@cascade/contract';
import { isObject } from '../objects.ts';

/** What shows whether an implementation fulfils a clause, by the id of the clause. */
export interface Evidence {
  readonly scenarios: ReadonlyMap<string, readonly string[]>;
  readonly mutants: ReadonlyMap<string, readonly string[]>;
  /** Clauses whose violation cannot be observed from outside, with the reason. */
  readonly untestable: ReadonlyMap<string, string>;
  /** The verdicts on each implementation that the verifier has judged. */
  readonly verdicts: Readonly<Record<string, ReadonlyMap<string, string>>>;
}

interface Citing {
  readonly id: string;
  readonly clauses: readonly string[];
}

/** The part of `results/mutants.json` of the verifier that the docs show. */
interface MutantList {
  readonly mutants: readonly Citing[];
  readonly untestable: readonly { readonly clause: string; readonly because: string }[];
}

type Verdicts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const results = 'packages/verifier/results';

/** Reads the scenarios of `spec/`, and the verifier's committed results: its mutants and its latest verdicts. */
export function readEvidence(): Evidence {
  const { mutants, untestable }: MutantList = JSON.parse(readText(repositoryRoot, `${results}/mutants.json`));
  return {
    scenarios: byClause(readScenarios()),
    mutants: byClause(mutants),
    untestable: new Map(untestable.map(({ clause, because }) => [clause, because])),
    verdicts: readVerdicts(),
  };
}

function readScenarios(): Citing[] {
  const files = globSync('spec/scenarios/**/*.yaml', { cwd: repositoryRoot });
  const byId = new Map(files.map((file) => [basename(file, '.yaml'), file]));
  return [...byId.keys()].toSorted().map((id) => {
    const { value } = readYamlFile(repositoryRoot, byId.get(id) ?? '');
    const clauses = isObject(value) && Array.isArray(value.clauses) ? value.clauses : [];
    return { id, clauses: clauses.filter((id) => typeof id === 'string') };
  });
}

function byClause(all: readonly Citing[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, clauses } of all)
    for (const clause of clauses) found.set(clause, [...(found.get(clause) ?? []), id]);
  return found;
}

function readVerdicts(): Evidence['verdicts'] {
  const file = `${results}/verdicts.json`;
  if (!existsSync(join(repositoryRoot, file))) return {};
  const verdicts: Verdicts = JSON.parse(readText(repositoryRoot, file));
  return Object.fromEntries(
    Object.entries(verdicts).map(([name, each]) => [name, new Map(Object.entries(each))]),
  );
}
