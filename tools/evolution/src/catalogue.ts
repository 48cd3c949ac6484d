import { globSync } from 'node:fs';
import {
  type Clause,
  type Contract,
  ContractError,
  type Decision,
  isObject,
  type JsonObject,
  objectOf,
  readContract,
  readYamlFile,
  stringsOf,
} from '@cascade/contract';
import type { FileFault } from '@cascade/yaml-file';
import { type CatalogueFile, comparedMembers, unjudgedMembers } from './member-impacts.ts';
import { readSource, type Source } from './source.ts';

/** Members of an entry; null where it has none. A release has only those that were compared in its time. */
export type Facts = Readonly<Record<string, unknown>>;

/** What the descriptions cannot say, by id: what consumers and providers rely on. */
export interface Catalogue {
  readonly problems: Readonly<Record<string, ProblemFacts>>;
  readonly reasons: Readonly<Record<string, ReasonFacts>>;
  readonly limits: Readonly<Record<string, LimitFacts>>;
  readonly clauses: Readonly<Record<string, ClauseFacts>>;
  /** The accepted and the superseded decisions of spec/decisions, by `ADR-0013`. */
  readonly decisions: Readonly<Record<string, DecisionFacts>>;
  readonly demoNumbers?: Readonly<Record<string, Facts>>;
  /** What the source document fixes. */
  readonly source?: Source;
}

export interface ProblemFacts extends Facts {
  readonly status: number;
  readonly cause: string;
  /** The comment or the violations (§7.1, §7.3) of each case, by its name; `null` where there is none. */
  readonly details: Readonly<Record<string, string | null>>;
  /** What else each case has, by its name. */
  readonly cases?: Readonly<Record<string, Facts>>;
}

export interface ReasonFacts extends Facts {
  readonly aliases: readonly string[];
  readonly channels: readonly string[];
  readonly meaning: string;
}

export interface LimitFacts extends Facts {
  readonly value: number;
  readonly unit: string;
  /** The problem code or the undelivered reason that reports it, in releases before both were kept. */
  readonly shownAs?: string;
  /** Whether a schema states it, in releases before the place was kept. */
  readonly isInDescription?: boolean;
}

export interface ClauseFacts extends Facts, Pick<Clause, 'kind' | 'says'> {
  /** Whether a scenario names it. */
  readonly tested: boolean;
}

/** What fills a gap of the source. Its prose may change freely, its choice may not. */
export type DecisionFacts = Pick<Decision, 'title' | 'status' | 'choice'>;

/** What a program that compares contracts may have read already. */
export interface AlreadyRead {
  readonly contract: Contract;
  /** The clauses that any scenario names. */
  readonly tested: ReadonlySet<unknown>;
}

/**
 * The catalogue below `root`. @throws {ContractError} on a member of an entry whose change would count as
 * nothing.
 */
export function readCatalogue(root: string, read: AlreadyRead = readAll(root)): Catalogue {
  const { contract, tested } = read;
  const { decisions } = contract;
  const { problems, reasons, limits, demoNumbers, clauses } = readEntries(root);
  const source = readSource(root);
  // A proposed decision is not in force, so a release does not hold it.
  const binding = decisions.filter(({ status }) => status !== 'proposed');
  return {
    problems: byId(problems, 'code', problemFacts),
    reasons: byId(reasons, 'reason', ({ aliases = [], channels = [], ...reason }) => ({
      ...(membersOf('reasons', reason) as unknown as ReasonFacts),
      aliases: stringsOf(aliases),
      channels: stringsOf(channels),
    })),
    limits: byId(limits, 'id', (limit) => ({
      ...(membersOf('limits', limit) as unknown as LimitFacts),
      problem: limit.problem ?? null,
      reason: limit.reason ?? null,
    })),
    clauses: byId(clauses, 'id', ({ id, kind, ...clause }) => ({
      ...membersOf('clauses', clause),
      kind: String(kind),
      says: String(clause.says),
      tested: tested.has(id),
    })),
    decisions: Object.fromEntries(
      binding.map(({ id, title, status, choice }) => [id, { title, status, choice }]),
    ),
    demoNumbers: byId(demoNumbers, 'number', (entry) => membersOf('demo-numbers', entry)),
    ...(source && { source }),
  };
}

function readAll(root: string): AlreadyRead {
  const files = globSync('spec/scenarios/**/*.yaml', { cwd: root });
  const named = files.map((file) => objectOf(readYamlFile(root, file).value).clauses);
  return { contract: readContract(root), tested: new Set(named.flat()) };
}

/** The entries as they are written. @throws {ContractError} that names each member without an impact. */
function readEntries(root: string) {
  const faults: FileFault[] = [];
  const take = (list: CatalogueFile, path: string): readonly JsonObject[] => {
    const file = readYamlFile(root, path);
    const { value } = file;
    const entries: [string, JsonObject][] = Array.isArray(value)
      ? value.map((entry, index) => [String(index), objectOf(entry)])
      : Object.entries(objectOf(value)).map(([id, entry]) => [id, objectOf(entry)]);
    const refuse = (list: CatalogueFile, entry: JsonObject, at: string) =>
      faults.push(
        ...unjudgedMembers(list, entry).map((name) =>
          file.locate({ pointer: `${at}/${name}`, message: unjudged(list, name) }),
        ),
      );
    for (const [key, entry] of entries) {
      const at = `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      refuse(list, entry, at);
      for (const [index, one] of [entry.cases ?? []].flat().entries())
        refuse('cases', objectOf(one), `${at}/cases/${index}`);
    }
    return entries.map(([key, entry]) => (Array.isArray(value) ? entry : { id: key, ...entry }));
  };
  const entries = {
    problems: take('problems', 'spec/catalogue/problems.yaml'),
    reasons: take('reasons', 'spec/catalogue/reasons.yaml'),
    limits: take('limits', 'spec/catalogue/limits.yaml'),
    demoNumbers: take('demo-numbers', 'spec/catalogue/demo-numbers.yaml'),
    clauses: take('clauses', 'spec/clauses.yaml'),
  };
  if (faults.length > 0) throw new ContractError(faults);
  return entries;
}

function unjudged(list: CatalogueFile, name: string): string {
  return `the gate does not know what a change of \`${name}\` does to callers; add it to \`${list}\` in tools/evolution/src/member-impacts.ts`;
}

function problemFacts(problem: JsonObject): ProblemFacts {
  const { code, cases } = problem;
  const ofCases = [cases ?? []].flat().filter(isObject);
  const members = membersOf('problems', {
    ...problem,
    slug: problem.slug ?? code,
    title: problem.title ?? code,
  });
  return {
    ...(members as unknown as ProblemFacts),
    details: byId(ofCases, 'name', ({ detail }) => (typeof detail === 'string' ? detail : null)),
    cases: byId(ofCases, 'name', (one) => membersOf('cases', one)),
  };
}

/** The members that are compared; null for those that the entry lacks. */
function membersOf(list: CatalogueFile, entry: JsonObject): Facts {
  return Object.fromEntries(comparedMembers(list).map((name) => [name, entry[name] ?? null]));
}

function byId<Of>(
  entries: readonly JsonObject[],
  id: string,
  factsOf: (entry: JsonObject) => Of,
): Readonly<Record<string, Of>> {
  return Object.fromEntries(entries.map((entry) => [String(entry[id]), factsOf(entry)]));
}
