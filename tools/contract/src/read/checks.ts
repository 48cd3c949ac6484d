import type { FileFault } from '@cascade/yaml-file';
import type { Check, ProblemEntry } from './entries.ts';
import type { Listed, ListedClauses, ListedDecision, RawCheck } from './read-catalogue.ts';

interface Parts {
  /** Absent in a revision that has none yet. */
  readonly checks: Listed<RawCheck> | undefined;
  readonly problems: Listed<ProblemEntry>;
  readonly clauses: ListedClauses;
  readonly decisions: readonly ListedDecision[];
}

/** The checks with their problems; codes that the catalogue lacks are faults, and are left out here. */
export function checksOf({ checks, problems, clauses }: Parts): readonly Check[] {
  const found = (code: string) => problems.entries.filter((problem) => problem.code === code);
  return (checks?.entries ?? []).map(({ codes, before = {}, name, says, ...check }) => ({
    ...check,
    name: name ?? `rule ${check.rule}`,
    says: says ?? clauses.entries.get(`4.1/rule-${check.rule}`)?.says ?? '',
    problems: codes.flatMap(found),
    before: Object.entries(before).flatMap(([code, text]) =>
      found(code).map((problem) => ({ problem, says: text })),
    ),
  }));
}

/** The problem codes in the order in which a provider finds them. */
export function problemsInOrder({ checks }: { readonly checks: readonly Check[] }): readonly ProblemEntry[] {
  return checks.flatMap(({ problems }) => problems);
}

/**
 * What `catalogue/checks.yaml` says otherwise than the rest of the contract: each code is in one check, and
 * the rules are those of the codes and in the order of §4.1.
 */
export function checkFaults({ checks, problems, decisions }: Parts): FileFault[] {
  if (checks === undefined) return [];
  const { file, entries } = checks;
  const placed = entries.flatMap(({ codes, rule }, at) =>
    codes.map((code, index) => ({ code, rule, pointer: `/${at}/codes/${index}` })),
  );
  const codes = problems.entries.map(({ code }) => code);
  const known = new Map(problems.entries.map((problem) => [problem.code, problem]));
  const ids = new Set(decisions.map(({ decision }) => decision.id));
  const faults = [
    ...placed.flatMap(({ code, rule, pointer }) => {
      const problem = known.get(code);
      if (problem === undefined) return [{ pointer, message: `${code} is not in catalogue/problems.yaml` }];
      if (placed.find((one) => one.code === code)?.pointer !== pointer)
        return [{ pointer, message: `duplicate code ${code}` }];
      if (problem.rule === rule) return [];
      return [{ pointer, message: `${code} has ${ruleWords(problem.rule)} in catalogue/problems.yaml` }];
    }),
    ...codes
      .filter((code) => !placed.some((one) => one.code === code))
      .map((code) => ({ pointer: '', message: `expected a check with ${code}, found none` })),
    ...entries.flatMap(({ decision, before = {}, rule }, at) => [
      ...(decision === undefined || ids.has(decision)
        ? []
        : [{ pointer: `/${at}/decision`, message: `${decision} is not in spec/decisions` }]),
      ...Object.keys(before)
        .filter((code) => !known.has(code))
        .map((code) => ({
          pointer: `/${at}/before`,
          message: `${code} is not in catalogue/problems.yaml`,
        })),
      ...(isInOrder(entries, at)
        ? []
        : [{ pointer: `/${at}/rule`, message: `rule ${rule} is out of order` }]),
    ]),
  ];
  return faults.map(file.locate);
}

function ruleWords(rule: number | undefined): string {
  return rule === undefined ? 'no rule' : `rule ${rule}`;
}

/** §4.1 orders the rules. */
function isInOrder(entries: readonly RawCheck[], at: number): boolean {
  const rule = entries[at]?.rule;
  return rule === undefined || entries.slice(0, at).every((one) => (one.rule ?? 0) < rule);
}
