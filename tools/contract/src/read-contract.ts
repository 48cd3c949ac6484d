import { checkReferences } from './check-references.ts';
import type { Clause, Decision, LimitEntry, ProblemEntry, ReasonEntry } from './entries.ts';
import { ContractError } from './fault.ts';
import { readLimits, readProblems, readReasons } from './read-catalogue.ts';
import { readClauses } from './read-clauses.ts';
import { readDecisions } from './read-decisions.ts';
import { repositoryRoot } from './repository-root.ts';

/** Everything that is hand-written beside the two descriptions. */
export interface Contract {
  readonly clauses: ReadonlyMap<string, Clause>;
  readonly decisions: readonly Decision[];
  readonly problems: readonly ProblemEntry[];
  readonly reasons: readonly ReasonEntry[];
  readonly limits: readonly LimitEntry[];
}

/**
 * Reads clauses, decisions and catalogue below `root` and checks that they fit each other.
 * @throws {ContractError} with every fault: file, line, JSON pointer, what was expected.
 */
export function readContract(root: string = repositoryRoot): Contract {
  const clauses = readClauses(root);
  const decisions = readDecisions(root);
  const problems = readProblems(root);
  const reasons = readReasons(root);
  const limits = readLimits(root);
  const faults = checkReferences({ clauses, decisions, problems, reasons, limits });
  if (faults.length > 0) throw new ContractError(faults);
  return { clauses, decisions, problems: problems.entries, reasons: reasons.entries, limits: limits.entries };
}
