import { checkLimitValues, checkReferences } from './check-references.ts';
import { type DemoNumberEntry, readDemoNumber } from './demo-numbers.ts';
import type { Clause, Decision, DemoNumber, LimitEntry, ProblemEntry, ReasonEntry } from './entries.ts';
import {
  type Listed,
  type ListedClauses,
  type ListedDecision,
  readClauses,
  readDecisions,
  readDemoNumbers,
  readLimits,
  readProblems,
  readReasons,
} from './read-catalogue.ts';
import { ContractError, collectFaults, repositoryRoot } from './yaml-file.ts';

/** Everything that is hand-written beside the two descriptions. */
export interface Contract {
  readonly clauses: ReadonlyMap<string, Clause>;
  readonly decisions: readonly Decision[];
  readonly problems: readonly ProblemEntry[];
  readonly reasons: readonly ReasonEntry[];
  readonly demoNumbers: readonly DemoNumber[];
  readonly limits: readonly LimitEntry[];
}

/**
 * Reads clauses, decisions and catalogue below `root` and checks that they fit each other.
 * @throws {ContractError} with every fault: file, line, JSON pointer, what was expected.
 */
export function readContract(root: string = repositoryRoot): Contract {
  const [clauses, decisions, problems, reasons, demoNumbers, limits] = collectFaults<
    [
      ListedClauses,
      readonly ListedDecision[],
      Listed<ProblemEntry>,
      Listed<ReasonEntry>,
      Listed<DemoNumberEntry>,
      Listed<LimitEntry>,
    ]
  >([
    () => readClauses(root),
    () => readDecisions(root),
    () => readProblems(root),
    () => readReasons(root),
    () => readDemoNumbers(root),
    () => readLimits(root),
  ]);
  const faults = [
    ...checkReferences({ clauses, decisions, problems, reasons, demoNumbers, limits }),
    ...checkLimitValues(root, limits),
  ];
  if (faults.length > 0) throw new ContractError(faults);
  return {
    clauses: clauses.entries,
    decisions: decisions.map(({ decision }) => decision),
    problems: problems.entries,
    reasons: reasons.entries,
    demoNumbers: demoNumbers.entries.map((entry) => readDemoNumber(entry, reasons.entries)),
    limits: limits.entries,
  };
}
