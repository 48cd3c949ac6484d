import { didYouMean, type FileFault, findDuplicates, type YamlFile } from '@cascade/yaml-file';
import { checkDemoNumbers } from './check-demo-numbers.ts';
import type { DemoNumberEntry } from './demo-numbers.ts';
import type { LimitEntry, ProblemEntry, ReasonEntry } from './entries.ts';
import { toPointer } from './json-pointer.ts';
import type { Listed } from './read-catalogue.ts';
import type { ListedClauses } from './read-clauses.ts';
import type { ListedDecision } from './read-decisions.ts';

/** The parts of a contract, each valid alone. */
export interface ContractParts {
  readonly clauses: ListedClauses;
  readonly decisions: readonly ListedDecision[];
  readonly problems: Listed<ProblemEntry>;
  readonly reasons: Listed<ReasonEntry>;
  readonly demoNumbers: Listed<DemoNumberEntry>;
  readonly limits: Listed<LimitEntry>;
}

/** Duplicate names, references to what does not exist, open questions without a decision. */
export function checkReferences(parts: ContractParts): FileFault[] {
  return [
    ...checkProblems(parts),
    ...checkReasons(parts),
    ...checkDemoNumbers(parts.demoNumbers, parts.reasons.entries),
    ...checkLimits(parts),
    ...checkDecisions(parts),
  ];
}

type Named = readonly [name: string, pointer: string];

function checkProblems({ problems: { file, entries }, ...parts }: ContractParts): FileFault[] {
  const references = referencesIn(file, parts);
  return [
    ...duplicates(
      file,
      'code',
      entries.map(({ code }, i): Named => [code, `/${i}/code`]),
    ),
    ...duplicates(
      file,
      'slug',
      entries.map(({ slug }, i): Named => [slug, `/${i}`]),
    ),
    ...duplicates(
      file,
      'case',
      entries.flatMap(({ cases }, i) => cases.map(({ name }, j): Named => [name, `/${i}/cases/${j}/name`])),
    ),
    ...entries.flatMap((entry, i) => [
      ...references.clauses(entry.clauses, `/${i}/clause`),
      ...entry.cases.flatMap((one, j) => references.clauses(one.clauses, `/${i}/cases/${j}/clause`)),
      ...references.decision(entry.decision, `/${i}/decision`),
      ...strangeName(file, entry, `/${i}/cases/0/name`),
    ]),
  ];
}

/** The only case of a code has the name of the code: viewers and mocks show examples by name. */
function strangeName(file: YamlFile, { slug, cases }: ProblemEntry, pointer: string): FileFault[] {
  const [only] = cases;
  if (cases.length !== 1 || only === undefined || only.name === slug) return [];
  return [file.locate({ pointer, message: `expected ${slug}, the name of the code, found ${only.name}` })];
}

function checkReasons({ reasons: { file, entries }, ...parts }: ContractParts): FileFault[] {
  const references = referencesIn(file, parts);
  const names = entries.flatMap(({ reason, aliases }, i) =>
    [reason, ...aliases].map((name): Named => [name, `/${i}`]),
  );
  return [
    ...duplicates(file, 'reason', names),
    ...entries.flatMap((entry, i) => [
      ...references.clauses(entry.clauses, `/${i}/clause`),
      ...references.decision(entry.decision, `/${i}/decision`),
    ]),
  ];
}

function checkLimits({ limits: { file, entries }, problems, reasons, ...parts }: ContractParts): FileFault[] {
  const references = referencesIn(file, parts);
  const codes = problems.entries.map(({ code }) => code);
  const names = reasons.entries.map(({ reason }) => reason);
  return [
    ...duplicates(
      file,
      'id',
      entries.map(({ id }, i): Named => [id, `/${i}/id`]),
    ),
    ...entries.flatMap(({ clause, problem, reason }, i) => [
      ...references.clauses([clause], `/${i}/clause`),
      ...unknown(file, problem, codes, 'problems.yaml', `/${i}/problem`),
      ...unknown(file, reason, names, 'reasons.yaml', `/${i}/reason`),
    ]),
  ];
}

function checkDecisions({ decisions, clauses }: Pick<ContractParts, 'decisions' | 'clauses'>): FileFault[] {
  const cited = new Set(decisions.flatMap(({ decision }) => decision.clauses));
  const dangling = decisions.flatMap(({ file, decision }) =>
    referencesIn(file, { decisions, clauses }).clauses(decision.clauses, '/clauses'),
  );
  const unanswered = [...clauses.entries.values()]
    .filter(({ id, kind }) => kind === 'not-shown' && !cited.has(id))
    .map(({ id }) =>
      clauses.file.locate({
        pointer: toPointer([id]),
        message: 'open question without a decision; name this clause in one of spec/decisions',
      }),
    );
  return [...dangling, ...unanswered];
}

function referencesIn(file: YamlFile, { clauses, decisions }: Pick<ContractParts, 'decisions' | 'clauses'>) {
  const clauseIds = [...clauses.entries.keys()];
  const decisionIds = decisions.map(({ decision }) => decision.id);
  return {
    clauses: (ids: readonly string[], pointer: string) =>
      ids.flatMap((id) => unknown(file, id, clauseIds, 'spec/clauses.yaml', pointer)),
    decision: (id: string | undefined, pointer: string) =>
      unknown(file, id, decisionIds, 'spec/decisions', pointer),
  };
}

function unknown(
  file: YamlFile,
  name: string | undefined,
  known: readonly string[],
  source: string,
  pointer: string,
): FileFault[] {
  if (name === undefined || known.includes(name)) return [];
  return [file.locate({ pointer, message: `${name} is not in ${source}${didYouMean(name, known)}` })];
}

function duplicates(file: YamlFile, what: string, names: readonly Named[]): FileFault[] {
  const places = names.map(([value, pointer]) => ({ value, pointer }));
  return findDuplicates(places, what).map(file.locate);
}
