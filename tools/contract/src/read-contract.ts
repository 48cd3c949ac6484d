import { didYouMean, type FileFault, findDuplicates, type YamlFile } from '@cascade/yaml-file';
import { type DemoNumberEntry, isReasonOn, readDemoNumber } from './demo-numbers.ts';
import type { Clause, Decision, DemoNumber, LimitEntry, ProblemEntry, ReasonEntry } from './entries.ts';
import { toPointer, valueAt } from './json.ts';
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
import { ContractError, collectFaults, readYamlFile, repositoryRoot } from './yaml-file.ts';

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

const schemas = 'spec/openapi/components/schemas';

/** The file that `at` names: a component, or a schema of the additions. */
function schemaFileOf(name: string): string {
  return name.startsWith('additions/')
    ? `spec/openapi/additions/schemas/${name.slice('additions/'.length)}`
    : `${schemas}/${name}`;
}

/**
 * Limits whose number is another one than that of the schema that states them (`at`). The catalogue gives messages,
 * guides and the mock their number, the schema decides: both must change together.
 * @throws {ContractError} if a schema file is missing.
 */
function checkLimitValues(root: string, { file, entries }: Listed<LimitEntry>): FileFault[] {
  return entries.flatMap(({ at, value }, index) => {
    if (at === undefined) return [];
    const [name = '', pointer = ''] = at.split('#');
    const stated = valueAt(readYamlFile(root, schemaFileOf(name)).value, pointer);
    if (stated === value) return [];
    const message =
      stated === undefined
        ? `expected the place in ${schemas} that states the limit, found nothing at ${at}`
        : `expected ${JSON.stringify(stated)}, as ${schemas}/${at} states it, found ${value}; change both`;
    return [file.locate({ pointer: `/${index}/${stated === undefined ? 'at' : 'value'}`, message })];
  });
}

/**
 * Each number once, each reason by a number, reasons only where the catalogue has them, and receipts that lead to
 * the outcome.
 */
function checkDemoNumbers(
  { file, entries }: Listed<DemoNumberEntry>,
  reasons: readonly ReasonEntry[],
): FileFault[] {
  const numbers = entries.map(({ number }, i) => ({ value: number, pointer: `/${i}/number` }));
  return [
    ...findDuplicates(numbers, 'number').map(file.locate),
    ...entries.flatMap((entry, i) => [
      ...reasonFaults(entry, reasons).map((message) => file.locate({ pointer: `/${i}`, message })),
      ...receiptFaults(entry, reasons).map((message) => file.locate({ pointer: `/${i}/receipts`, message })),
    ]),
    ...reasons
      .filter(({ reason }) => !entries.some((entry) => entry.reason === reason))
      .map(({ reason }) => file.locate({ pointer: '', message: `no number has the reason ${reason}` })),
  ];
}

function reasonFaults({ reason, reasons: byChannel = {} }: DemoNumberEntry, known: readonly ReasonEntry[]) {
  const names = known.map((entry) => entry.reason);
  const used = [...(reason === undefined ? [] : [reason]), ...Object.values(byChannel)];
  const misplaced = Object.entries(byChannel).filter(
    ([channel, one]) => names.includes(one) && !isReasonOn(channel, one, known),
  );
  return [
    ...used
      .filter((one) => !names.includes(one))
      .map((one) => `${one} is not in reasons.yaml${didYouMean(one, names)}`),
    ...misplaced.map(([channel, one]) => `${one} is not a reason of ${channel} in reasons.yaml`),
  ];
}

function receiptFaults(
  { status = 'UNDELIVERED', reason, failures = 0, receipts = [] }: DemoNumberEntry,
  known: readonly ReasonEntry[],
): string[] {
  const isEverywhere = known.some((entry) => entry.reason === reason && entry.channels.length === 0);
  const leads = receipts.some((receipt) => receipt.status === status);
  const [first] = receipts;
  if (first === undefined && status === 'READ') return ['a status READ needs a receipt: no response has it'];
  if (first !== undefined && !leads) return [`expected a receipt with the outcome ${status}, found none`];
  if (status === 'UNDELIVERED' && (first !== undefined || failures !== 0) && !isEverywhere)
    return ['receipts and failures are the same on every channel: expected a reason without channels'];
  return [];
}

/** The parts of a contract, each valid alone. */
interface ContractParts {
  readonly clauses: ListedClauses;
  readonly decisions: readonly ListedDecision[];
  readonly problems: Listed<ProblemEntry>;
  readonly reasons: Listed<ReasonEntry>;
  readonly demoNumbers: Listed<DemoNumberEntry>;
  readonly limits: Listed<LimitEntry>;
}

/** Duplicate names, references to what does not exist, open questions without a decision. */
function checkReferences(parts: ContractParts): FileFault[] {
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
    ...entries.flatMap(({ clause, decision, problem, reason }, i) => [
      ...references.clauses(clause === undefined ? [] : [clause], `/${i}/clause`),
      ...references.decision(decision, `/${i}/decision`),
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
