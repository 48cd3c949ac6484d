import { readText, repositoryRoot } from '@cascade/contract';
import { loadScenarios } from '@cascade/verifier/scenarios';

/** What shows whether an implementation fulfils a clause, by the id of the clause. */
export type Evidence = ReturnType<typeof readEvidence>;

interface Citing {
  readonly id: string;
  readonly clauses: readonly string[];
}

/** The part of `results/mutants.json` of the verifier that the docs show. */
interface MutantList {
  readonly mutants: readonly Citing[];
  readonly untestable: readonly { readonly clause: string; readonly because: string }[];
}

/** A report of the verifier, as `bench/reports.ts` of the verifier keeps it. */
export interface KeptReport {
  /** Of the provider. */
  readonly name: string;
  readonly statement: string;
  readonly began: string;
  readonly seed: number;
  readonly verifier: { readonly version: string; readonly digest: string };
  readonly verdicts: Readonly<Record<string, string>>;
  readonly findings: readonly { readonly id: string; readonly clause: string; readonly title: string }[];
}

type Verdicts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Reads the scenarios of `spec/`, and the verifier's committed results: its mutants and its latest verdicts.
 */
export function readEvidence() {
  const result = (name: string) =>
    JSON.parse(readText(repositoryRoot, `packages/verifier/results/${name}.json`));
  const { mutants, untestable }: MutantList = result('mutants');
  const verdicts: Verdicts = result('verdicts');
  const reports: readonly KeptReport[] = result('reports');
  return {
    scenarios: byClause(loadScenarios().toSorted((one, other) => (one.id < other.id ? -1 : 1))),
    mutants: byClause(mutants),
    /** Clauses whose violation cannot be observed from outside, with the reason. */
    untestable: new Map(untestable.map(({ clause, because }) => [clause, because])),
    /** Of every provider that has been judged, older versions included. */
    reports,
    /** The verdicts on each implementation that the verifier has judged. */
    verdicts: Object.fromEntries(
      Object.entries(verdicts).map(([name, each]) => [name, new Map(Object.entries(each))]),
    ),
  };
}

function byClause(all: readonly Citing[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, clauses } of all)
    for (const clause of clauses) found.set(clause, [...(found.get(clause) ?? []), id]);
  return found;
}
