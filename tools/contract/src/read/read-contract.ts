import { didYouMean, type FileFault, findDuplicates, type YamlFile } from '@cascade/yaml-file';
import { checkFaults, checksOf } from './checks.ts';
import { type DemoNumberEntry, isReasonOn, readDemoNumber } from './demo-numbers.ts';
import type {
  Check,
  Clause,
  Decision,
  DemoNumber,
  LimitEntry,
  ProblemEntry,
  ReasonEntry,
} from './entries.ts';
import { toPointer } from './json.ts';
import {
  type Listed,
  readChecks,
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
  /** In the order of §7.1; `checks` has the order in which they are found. */
  readonly problems: readonly ProblemEntry[];
  readonly checks: readonly Check[];
  readonly reasons: readonly ReasonEntry[];
  readonly demoNumbers: readonly DemoNumber[];
  readonly limits: readonly LimitEntry[];
}

/**
 * Reads clauses, decisions and catalogue below `root` and checks that they fit each other.
 * @throws {ContractError} with every fault: file, line, JSON pointer, what was expected.
 */
export function readContract(root: string = repositoryRoot): Contract {
  const parts = readParts(root);
  const faults = checkReferences(parts);
  if (faults.length > 0) throw new ContractError(faults);
  const { clauses, decisions, problems, reasons, demoNumbers, limits } = parts;
  return {
    clauses: clauses.entries,
    decisions: decisions.map(({ decision }) => decision),
    problems: problems.entries,
    checks: checksOf(parts),
    reasons: reasons.entries,
    demoNumbers: demoNumbers.entries.map((entry) => readDemoNumber(entry, reasons.entries)),
    limits: limits.entries,
  };
}

/** The parts of a contract, each valid alone. */
type ContractParts = ReturnType<typeof readParts>;

function readParts(root: string) {
  return collectFaults({
    clauses: () => readClauses(root),
    decisions: () => readDecisions(root),
    problems: () => readProblems(root),
    checks: () => readChecks(root),
    reasons: () => readReasons(root),
    demoNumbers: () => readDemoNumbers(root),
    limits: () => readLimits(root),
  });
}

/**
 * Each number once, each reason by a number, reasons only where the catalogue has them, and receipts that
 * lead to the outcome.
 */
function checkDemoNumbers(listed: Listed<DemoNumberEntry>, reasons: readonly ReasonEntry[]): FileFault[] {
  const { file, entries } = listed;
  const faults = [
    ...duplicates(listed, 'number', ({ number }, at) => [[number, `${at}/number`]]),
    ...entries.flatMap((entry, i) => [
      ...reasonFaults(entry, reasons).map((message) => file.locate({ pointer: `/${i}`, message })),
      ...receiptFaults(entry, reasons).map((message) => file.locate({ pointer: `/${i}/receipts`, message })),
    ]),
  ];
  if (faults.length > 0) return faults;
  return reasons
    .filter(({ reason }) => !entries.some((entry) => entry.reason === reason))
    .map(({ reason }) => file.locate({ pointer: '', message: `no number has the reason ${reason}` }));
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

/** Duplicate names, references to what does not exist, open questions without a decision. */
function checkReferences(parts: ContractParts): FileFault[] {
  return [
    ...checkProblems(parts),
    ...checkFaults(parts),
    ...checkReasons(parts),
    ...checkDemoNumbers(parts.demoNumbers, parts.reasons.entries),
    ...checkLimits(parts),
    ...checkDecisions(parts),
  ];
}

function checkProblems({ problems, ...parts }: ContractParts): FileFault[] {
  const { file, entries } = problems;
  const references = referencesIn(file, parts);
  return [
    ...duplicates(problems, 'code', ({ code }, at) => [[code, `${at}/code`]]),
    ...duplicates(problems, 'slug', ({ slug }, at) => [[slug, at]]),
    ...duplicates(problems, 'case', ({ cases }, at) =>
      cases.map(({ name }, j) => [name, `${at}/cases/${j}/name`]),
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

function checkReasons({ reasons, ...parts }: ContractParts): FileFault[] {
  const { file, entries } = reasons;
  const references = referencesIn(file, parts);
  return [
    ...duplicates(reasons, 'reason', ({ reason, aliases }, at) =>
      [reason, ...aliases].map((name) => [name, at]),
    ),
    ...entries.flatMap((entry, i) => [
      ...references.clauses(entry.clauses, `/${i}/clause`),
      ...references.decision(entry.decision, `/${i}/decision`),
    ]),
  ];
}

function checkLimits({ limits, problems, reasons, ...parts }: ContractParts): FileFault[] {
  const { file, entries } = limits;
  const references = referencesIn(file, parts);
  const codes = problems.entries.map(({ code }) => code);
  const names = reasons.entries.map(({ reason }) => reason);
  return [
    ...duplicates(limits, 'id', ({ id }, at) => [[id, `${at}/id`]]),
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

/**
 * Names that several entries have; `namesOf` gives those of an entry, which is at a pointer, each with its
 * pointer.
 */
function duplicates<Entry>(
  { file, entries }: Listed<Entry>,
  what: string,
  namesOf: (entry: Entry, at: string) => readonly (readonly [name: string, pointer: string])[],
): FileFault[] {
  const names = entries.flatMap((entry, index) => namesOf(entry, `/${index}`));
  const places = names.map(([value, pointer]) => ({ value, pointer }));
  return findDuplicates(places, what).map(file.locate);
}
