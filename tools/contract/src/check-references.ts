import type { Clause, Decision, LimitEntry, ProblemEntry, ReasonEntry } from './entries.ts';
import type { Fault } from './fault.ts';
import type { Listed } from './read-catalogue.ts';
import type { YamlFile } from './yaml-file.ts';

/** The parts of a contract before it is known that they fit each other. */
export interface ContractParts {
  readonly clauses: ReadonlyMap<string, Clause>;
  readonly decisions: readonly Decision[];
  readonly problems: Listed<ProblemEntry>;
  readonly reasons: Listed<ReasonEntry>;
  readonly limits: Listed<LimitEntry>;
}

/** Names that stand twice, clauses, decisions, codes and reasons that do not exist, questions without answer. */
export function checkReferences(parts: ContractParts): Fault[] {
  return [...checkProblems(parts), ...checkReasons(parts), ...checkLimits(parts), ...checkDecisions(parts)];
}

function checkProblems({ problems: { file, entries }, clauses, decisions }: ContractParts): Fault[] {
  return [
    ...duplicates(
      file,
      entries.map(({ code }, i) => [code, `/${i}/code`]),
    ),
    ...duplicates(
      file,
      entries.map(({ slug }, i) => [slug, `/${i}`]),
    ),
    ...duplicates(
      file,
      entries.flatMap(({ cases }, i) => cases.map(({ name }, j) => [name, `/${i}/cases/${j}/name`] as const)),
    ),
    ...entries.flatMap((entry, i) => [
      ...unknownClauses(file, entry.clauses, clauses, `/${i}/clause`),
      ...entry.cases.flatMap((one, j) =>
        unknownClauses(file, one.clauses, clauses, `/${i}/cases/${j}/clause`),
      ),
      ...unknownDecision(file, entry.decision, decisions, `/${i}/decision`),
    ]),
  ];
}

function checkReasons({ reasons: { file, entries }, clauses, decisions }: ContractParts): Fault[] {
  return [
    ...duplicates(
      file,
      entries.flatMap(({ reason, aliases }, i) =>
        [reason, ...aliases].map((name) => [name, `/${i}`] as const),
      ),
    ),
    ...entries.flatMap((entry, i) => [
      ...unknownClauses(file, entry.clauses, clauses, `/${i}/clause`),
      ...unknownDecision(file, entry.decision, decisions, `/${i}/decision`),
    ]),
  ];
}

function checkLimits({ limits: { file, entries }, problems, reasons, clauses }: ContractParts): Fault[] {
  const codes = new Set(problems.entries.map(({ code }) => code));
  const names = new Set(reasons.entries.map(({ reason }) => reason));
  return [
    ...duplicates(
      file,
      entries.map(({ id }, i) => [id, `/${i}/id`]),
    ),
    ...entries.flatMap(({ clause, problem, reason }, i) => [
      ...unknownClauses(file, [clause], clauses, `/${i}/clause`),
      ...(problem !== undefined && !codes.has(problem)
        ? [file.fault(`/${i}/problem`, `${problem} is not in problems.yaml`)]
        : []),
      ...(reason !== undefined && !names.has(reason)
        ? [file.fault(`/${i}/reason`, `${reason} is not in reasons.yaml`)]
        : []),
    ]),
  ];
}

function checkDecisions({ decisions, clauses }: ContractParts): Fault[] {
  const cited = new Set(decisions.flatMap((decision) => decision.clauses));
  const dangling = decisions.flatMap(({ file, clauses: ids }) =>
    ids
      .filter((id) => !clauses.has(id))
      .map((id) => ({
        file: `spec/decisions/${file}`,
        pointer: '/clauses',
        message: `${id} is not in spec/clauses.yaml`,
      })),
  );
  const unanswered = [...clauses.values()]
    .filter(({ id, kind }) => kind === 'not-shown' && !cited.has(id))
    .map(({ id }) => ({
      file: 'spec/clauses.yaml',
      pointer: `/${id.replace('/', '~1')}`,
      message: 'is not shown, and no decision answers it',
    }));
  return [...dangling, ...unanswered];
}

function unknownClauses(
  file: YamlFile,
  ids: readonly string[],
  clauses: ReadonlyMap<string, Clause>,
  pointer: string,
): Fault[] {
  return ids
    .filter((id) => !clauses.has(id))
    .map((id) => file.fault(pointer, `${id} is not in spec/clauses.yaml`));
}

function unknownDecision(
  file: YamlFile,
  id: string | undefined,
  decisions: readonly Decision[],
  pointer: string,
): Fault[] {
  if (id === undefined || decisions.some((decision) => decision.id === id)) return [];
  return [file.fault(pointer, `${id} is not in spec/decisions`)];
}

function duplicates(file: YamlFile, names: readonly (readonly [name: string, pointer: string])[]): Fault[] {
  const seen = new Map<string, string>();
  return names.flatMap(([name, pointer]) => {
    const first = seen.get(name);
    if (first === undefined) seen.set(name, pointer);
    return first === undefined ? [] : [file.fault(pointer, `${name} stands twice; first at ${first}`)];
  });
}
