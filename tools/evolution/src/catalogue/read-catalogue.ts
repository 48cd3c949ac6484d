import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Contract, objectOf, readContract, readYamlFile } from '@cascade/contract';
import type {
  Catalogue,
  ClauseFacts,
  DecisionFacts,
  Exports,
  LimitFacts,
  ProblemFacts,
  ReasonFacts,
} from '../release.ts';

/** The packages that have the version of the contract and export names. */
const packages = ['packages/types', 'packages/validator'];

/** `export { a, type B } from …` and `export type { B } from …`. */
const list = /^export (type )?\{([^}]*)\}/gm;

/** `export const a`, `export interface B`. */
const declaration = /^export (?:declare )?(?:async )?(const|let|function|class|enum|interface|type) (\w+)/gm;

/** What each entry point exports; `undefined` where the packages are not there. Each lists its names one by one. */
export function readExports(root: string): Exports | undefined {
  const present = packages.filter((folder) => existsSync(join(root, folder, 'package.json')));
  if (present.length === 0) return undefined;
  return Object.fromEntries(present.flatMap((folder) => exportsOfPackage(root, folder)).toSorted(byName));
}

function exportsOfPackage(root: string, folder: string): [string, 'type' | 'value'][] {
  const { name, exports } = objectOf(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));
  return Object.entries(objectOf(exports)).flatMap(([entry, file]) => {
    const path = `${folder}/${String(file).replace(/^\.\//, '')}`;
    const module = `${String(name)}${entry.slice(1)}`;
    return exportsIn(readFileSync(join(root, path), 'utf8'), path).map(
      ([own, kind]): [string, 'type' | 'value'] => [`${module}: ${own}`, kind],
    );
  });
}

/**
 * The names that a module exports.
 * @throws {Error} on `export *`, whose names it does not know.
 */
export function exportsIn(source: string, path: string): [string, 'type' | 'value'][] {
  if (/^export \*/m.test(source))
    throw new Error(`${path}: expected each exported name, found \`export *\`; list the names`);
  const listed = [...source.matchAll(list)].flatMap(([, type, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name): [string, 'type' | 'value'] => {
        const isType = type !== undefined || name.startsWith('type ');
        const own =
          name
            .replace(/^type /, '')
            .split(' as ')
            .at(-1) ?? name;
        return [own, isType ? 'type' : 'value'];
      }),
  );
  const declared = [...source.matchAll(declaration)].map(
    ([, keyword, name = '']): [string, 'type' | 'value'] => [
      name,
      keyword === 'interface' || keyword === 'type' ? 'type' : 'value',
    ],
  );
  return [...listed, ...declared];
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

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

function limitFacts({ value, unit, problem, reason, at }: Contract['limits'][number]): LimitFacts {
  const shownAs = problem ?? reason;
  return {
    value,
    unit,
    ...(shownAs === undefined ? {} : { shownAs }),
    ...(at === undefined ? {} : { isInDescription: true }),
  };
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
