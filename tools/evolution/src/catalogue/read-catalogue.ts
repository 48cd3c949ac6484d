import { globSync } from 'node:fs';
import { type Contract, readContract, readYamlFile } from '@cascade/contract';
import { objectOf } from '../json.ts';
import type {
  Catalogue,
  ClauseFacts,
  DecisionFacts,
  LimitFacts,
  ProblemFacts,
  ReasonFacts,
} from '../release.ts';

/** What a program that compares contracts may have read already. */
export interface AlreadyRead {
  readonly contract: Contract;
  /** The clauses that any scenario names. */
  readonly tested: ReadonlySet<unknown>;
}

/** The catalogue, the clauses and the decisions of spec/, reduced to what consumers and providers rely on. */
export function readCatalogue(root: string, read: AlreadyRead = readAll(root)): Catalogue {
  const { contract, tested } = read;
  return {
    problems: byId(contract.problems.map((problem) => [problem.code, problemFacts(problem)])),
    reasons: byId(contract.reasons.map((reason) => [reason.reason, reasonFacts(reason)])),
    limits: byId(contract.limits.map((limit) => [limit.id, limitFacts(limit)])),
    clauses: clauseFacts(contract, tested),
    decisions: decisionFacts(contract),
  };
}

function readAll(root: string): AlreadyRead {
  return { contract: readContract(root), tested: testedClauses(root) };
}

function problemFacts(problem: Contract['problems'][number]): ProblemFacts {
  const { status, title, retry, rule, cause, fix, advice, cases } = problem;
  const details = byId(cases.map(({ name, detail }) => [name, detail ?? null]));
  return { status, title, retry, ...(rule === undefined ? {} : { rule }), cause, fix, advice, details };
}

function reasonFacts({
  aliases,
  channels,
  retry,
  meaning,
  advice,
}: Contract['reasons'][number]): ReasonFacts {
  return { aliases, channels, retry, meaning, advice };
}

function limitFacts({ value, unit, problem, reason }: Contract['limits'][number]): LimitFacts {
  const shownAs = problem ?? reason;
  return { value, unit, ...(shownAs === undefined ? {} : { shownAs }) };
}

function clauseFacts({ clauses }: Contract, tested: ReadonlySet<unknown>): Record<string, ClauseFacts> {
  return byId(
    [...clauses.values()].map(({ id, kind, says }) => [id, { kind, says, tested: tested.has(id) }]),
  );
}

/** A proposed decision is not in force, so a release does not hold it. */
function decisionFacts({ decisions }: Contract): Record<string, DecisionFacts> {
  const binding = decisions.filter(({ status }) => status !== 'proposed');
  return byId(binding.map(({ id, title, status, choice }) => [id, { title, status, choice }]));
}

/** The clauses that any scenario names. */
function testedClauses(root: string): ReadonlySet<unknown> {
  const files = globSync('spec/scenarios/**/*.yaml', { cwd: root });
  const named = files.map((file) => objectOf(readYamlFile(root, file).value).clauses);
  return new Set(named.flat());
}

function byId<Facts>(entries: readonly (readonly [string, Facts])[]): Record<string, Facts> {
  return Object.fromEntries(entries);
}
