import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  type Contract,
  isSame,
  type JsonObject,
  objectOf,
  operationsOf,
  parsePointer,
  readContract,
  repositoryRoot,
  schemasBelow,
} from '@cascade/contract';
import { parse } from 'yaml';
import { type ContractChange, isWording } from './change.ts';
import { compare } from './compare.ts';
import { type Contradicted, contradictedBetween, contradictedBy } from './contradicted.ts';
import { contractPackage, type Judgement, judge, plannedBump } from './judge.ts';
import { type Release, readPresent } from './release.ts';
import { atRevision } from './revision.ts';
import { requireCurrentBundles } from './stale-bundles.ts';
import { summary } from './summary.ts';

/** What a reviewer of a change to the contract wants to see. */
export interface Review {
  /** A revision of git. */
  readonly from: string;
  /** A revision of git, or `the working tree`. */
  readonly to: string;
  readonly judgement: Judgement;
  readonly changes: readonly ReviewedChange[];
  /** What now goes against the source. */
  readonly contradicted: readonly Contradicted[];
  /** The vectors and scenarios that expect something else, those that are new, and those that are gone. */
  readonly expectations: readonly ExpectationChange[];
  /** Which types of `@cascade/types` stop compiling in a program written for the former ones. */
  readonly types: readonly BrokenType[];
  readonly released: Release;
  readonly present: Release;
  /** The contract after the change. */
  readonly contract: Contract;
}

export interface ReviewedChange extends ContractChange {
  /** Clauses and decisions of the nearest place that cites any. */
  readonly rests: readonly string[];
  /** The problem codes that the place names. */
  readonly codes: readonly string[];
  /** The clauses that it goes against. */
  readonly contradicts: readonly Contradicted[];
}

/** A vector or a scenario; a side is absent where there is none. */
export interface ExpectationChange {
  /** `vector requests/accepts-button`, `scenario accepts-button`. */
  readonly name: string;
  readonly says: string;
  readonly before?: string;
  readonly after?: string;
}

export interface BrokenType {
  readonly type: string;
  /** Whether programs break that send it, or those that read it. */
  readonly use: 'sends' | 'reads';
  /** What the TypeScript compiler says. */
  readonly says: string;
}

/**
 * Reviews `range`, as `main..HEAD`; without an end it is the working tree. @throws {Error} if git does not
 * know it.
 */
export async function review(range: string, root: string = repositoryRoot): Promise<Review> {
  const [from = '', to = ''] = range.split('..');
  if (from === '' || range.split('..').length > 2)
    throw new Error(`expected a range like main..HEAD, or a revision, found '${range}'`);
  return atRevision(root, from, async (before) => {
    if (to !== '') return atRevision(root, to, (now) => reviewed({ from, to, before, now }));
    await requireCurrentBundles(root);
    return reviewed({ from, to: 'the working tree', before, now: root });
  });
}

interface Revisions extends Pick<Review, 'from' | 'to'> {
  /** Their folders. */
  readonly before: string;
  readonly now: string;
}

async function reviewed({ from, to, before, now }: Revisions): Promise<Review> {
  const released = readPresent(before);
  const present = readPresent(now);
  const contract = readContract(now);
  const [changes, types] = await Promise.all([
    compare(released, present),
    brokenTypes(before, now, present.openapi),
  ]);
  const all = contradictedBetween(released, present);
  const reviewedChanges = changes.map((change) => {
    const grounds = groundsOf(change, present, contract);
    return {
      ...change,
      ...grounds,
      contradicts: contradictedBy(change, { ...grounds, all, before: released }),
    };
  });
  const bump = plannedBump(now, contractPackage, before);
  return {
    from,
    to,
    released,
    present,
    types,
    contract,
    judgement: judge(changes, { released: released.version, present: present.version, bump }),
    changes: reviewedChanges,
    contradicted: unique([...all, ...reviewedChanges.flatMap(({ contradicts }) => contradicts)]),
    expectations: changedExpectations(expectationsOf(before), expectationsOf(now)),
  };
}

/** Of each clause the first: the catalogue and a description may go against it together. */
function unique(list: readonly Contradicted[]): readonly Contradicted[] {
  return list.filter(({ clause }, at) => list.findIndex((one) => one.clause === clause) === at);
}

/** What a change rests on, and the codes it is about. */
function groundsOf(
  { subject, at }: ContractChange,
  { openapi, asyncapi }: Release,
  { problems, reasons, limits }: Contract,
): Pick<ReviewedChange, 'rests' | 'codes'> {
  if (subject === 'clause') return { rests: [`§${at}`], codes: [] };
  if (subject === 'decision') return { rests: [at], codes: [] };
  if (subject === 'openapi' || subject === 'asyncapi')
    return groundsAt(subject === 'openapi' ? openapi : asyncapi, at);
  const problem = subject === 'code' ? problems.find(({ code }) => code === at) : undefined;
  const reason = subject === 'reason' ? reasons.find((one) => one.reason === at) : undefined;
  const limit = subject === 'limit' ? limits.find(({ id }) => id === at) : undefined;
  const entry = problem ?? reason ?? { clauses: [limit?.clause ?? []].flat(), decision: limit?.decision };
  return {
    rests: [...entry.clauses.map((clause) => `§${clause}`), ...[entry.decision ?? []].flat()],
    codes: [limit?.problem ?? []].flat(),
  };
}

/** Of the node that a pointer leads to, or the nearest around it that cites anything. */
function groundsAt(description: JsonObject, pointer: string): Pick<ReviewedChange, 'rests' | 'codes'> {
  const nodes: JsonObject[] = [];
  let node: unknown = description;
  for (const key of parsePointer(pointer)) {
    nodes.unshift(objectOf(node));
    node = node instanceof Object ? Reflect.get(node, key) : undefined;
  }
  nodes.unshift(objectOf(node));
  const listOf = (value: unknown) => [value ?? []].flat().map(String);
  const citing =
    nodes.find((node) => 'x-clause' in node || 'x-assumed' in node || 'x-decision' in node) ?? {};
  const naming = nodes.slice(0, 3).find((node) => 'x-problem' in node) ?? {};
  const { [parsePointer(pointer).at(-1) ?? '']: ofKeyword = naming['x-problem'] } = objectOf(
    naming['x-problem'],
  );
  const named = JSON.stringify(ofKeyword ?? {}).match(/"(?:[a-zA-Z]+-)+[a-zA-Z']+"/g) ?? [];
  return {
    rests: [
      ...listOf(objectOf(ofKeyword).decision),
      ...listOf(citing['x-clause']).map((clause) => `§${clause}`),
      ...listOf(citing['x-decision']),
      ...listOf(citing['x-assumed']),
    ].filter((one, at, all) => all.indexOf(one) === at),
    codes: [...new Set(named.map((code) => code.slice(1, -1)))],
  };
}

interface Expected {
  readonly says: string;
  readonly expects: unknown;
}

/** What each vector and each scenario below `root` expects, by name. */
function expectationsOf(root: string): ReadonlyMap<string, Expected> {
  const found = new Map<string, Expected>();
  for (const file of globSync('spec/vectors/generated/*.json', { cwd: root })) {
    const { vectors } = objectOf(JSON.parse(readFileSync(join(root, file), 'utf8')));
    for (const vector of [vectors ?? []].flat().map(objectOf)) {
      const { id, says, answers, verdict, outcome, violations } = vector;
      const name = `vector ${basename(file, '.json')}/${String(id ?? says)}`;
      found.set(name, { says: String(says), expects: answers ?? verdict ?? outcome ?? violations });
    }
  }
  for (const file of globSync('spec/scenarios/*.yaml', { cwd: root })) {
    const { says, then } = objectOf(parse(readFileSync(join(root, file), 'utf8')));
    found.set(`scenario ${basename(file, '.yaml')}`, { says: String(says), expects: then });
  }
  return found;
}

function changedExpectations(
  before: ReadonlyMap<string, Expected>,
  now: ReadonlyMap<string, Expected>,
): ExpectationChange[] {
  const names = [...new Set([...before.keys(), ...now.keys()])].toSorted();
  return names.flatMap((name) => {
    const old = before.get(name);
    const recent = now.get(name);
    if (old !== undefined && recent !== undefined && isSame(old.expects, recent.expects)) return [];
    return {
      name,
      says: recent?.says ?? old?.says ?? '',
      ...(old === undefined ? {} : { before: textOf(old.expects) }),
      ...(recent === undefined ? {} : { after: textOf(recent.expects) }),
    };
  });
}

function textOf(expects: unknown): string {
  return typeof expects === 'string' ? expects : JSON.stringify(expects ?? null);
}

const generatedTypes = 'packages/types/src/generated/openapi.ts';

/**
 * Compiles a program for the former types with the present ones: what it sends must still be taken, and what
 * it reads must still be what it expects.
 */
async function brokenTypes(before: string, now: string, openapi: JsonObject): Promise<BrokenType[]> {
  const files = [before, now].map((root) => join(root, generatedTypes));
  if (!files.every(existsSync)) return [];
  const shared = namesIn(files[0]).filter((name) => namesIn(files[1]).includes(name));
  const uses = usesOf(openapi);
  const lines = shared.flatMap((type) =>
    (['sends', 'reads'] as const)
      .filter((use) => uses[use].has(type))
      .map((use) => ({ type, use, code: lineFor(type, use) })),
  );
  using folder = mkdtempDisposableSync(join(tmpdir(), 'cascade-types-'));
  const imports = files.map((file, at) => `import type * as ${at === 0 ? 'Old' : 'New'} from '${file}';\n`);
  const program = join(folder.path, 'program.ts');
  writeFileSync(program, `${imports.join('')}${lines.map(({ code }) => `${code}\n`).join('')}`);
  const said = await compileWith(program);
  return lines.flatMap(({ type, use }, at) => {
    const says = said.get(at + imports.length + 1);
    return says === undefined ? [] : [{ type, use, says }];
  });
}

function lineFor(type: string, use: BrokenType['use']): string {
  const [from, into] = use === 'sends' ? ['Old', 'New'] : ['New', 'Old'];
  return `export const ${use}${type}: ${into}.${type} = {} as ${from}.${type};`;
}

function namesIn(file: string = ''): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^export (?:type|interface) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
}

/** The schemas that a request of ours has, and those that an answer or a callback has. */
function usesOf(openapi: JsonObject): Readonly<Record<BrokenType['use'], ReadonlySet<string>>> {
  const operations = operationsOf(openapi);
  const ours = operations.filter(({ part }) => part === 'paths').map(({ node }) => node);
  const callbacks = operations.filter(({ part }) => part === 'webhooks').map(({ node }) => node.requestBody);
  return {
    sends: schemasBelow(
      openapi,
      ours.map(({ requestBody }) => requestBody),
    ),
    reads: schemasBelow(openapi, [...ours.map(({ responses }) => responses), ...callbacks]),
  };
}

const compilerOptions =
  '--ignoreConfig --noEmit --strict --skipLibCheck --allowImportingTsExtensions --pretty false --module nodenext --target esnext --types';

/**
 * What the compiler says, by line of the program. @throws {Error} if it says nothing of the program, and
 * fails.
 */
function compileWith(program: string): Promise<ReadonlyMap<number, string>> {
  const compiler = join(repositoryRoot, 'node_modules/.bin/tsc');
  const args = [...compilerOptions.split(' '), '', program];
  return new Promise((resolve, reject) => {
    execFile(compiler, args, { maxBuffer: 2 ** 26 }, (error, output) => {
      const faults = output.matchAll(/program\.ts\((\d+),\d+\): error \w+: (.+(?:\n .+)*)/g);
      const said = new Map([...faults].map(([, line, says = '']) => [Number(line), lastReason(says)]));
      if (error !== null && said.size === 0)
        reject(new Error(`the types of both revisions do not compile: ${output}`));
      else resolve(said);
    });
  });
}

/** The innermost reason, without the folders of this run. */
function lastReason(says: string): string {
  const reason = says.split('\n').at(-1)?.trim() ?? says;
  return reason.replaceAll(/import\("[^"]+"\)\./g, '');
}

/** The review in Markdown, for a pull request. */
export function reviewInMarkdown({
  expectations,
  types,
  changes,
  judgement,
  contradicted,
  ...revisions
}: Review): string {
  const grounds = changes
    .filter((change) => !isWording(change) && (change.rests.length > 0 || change.codes.length > 0))
    .map(({ subject, at, rests, codes }) => {
      const about = codes.length === 0 ? '' : `; codes: ${codes.map((code) => `\`${code}\``).join(', ')}`;
      return `- ${subject} \`${at}\`: ${rests.join(', ')}${about}\n`;
    });
  const verdicts = expectations.map(
    ({ name, before, after }) => `- ${name}: ${before ?? 'new'} → ${after ?? 'gone'}\n`,
  );
  const compiles = types.map(({ type, use, says }) => `- a program that ${use} \`${type}\`: ${says}\n`);
  return [
    againstTheSource(contradicted),
    summary(judgement, changes, revisions.released, revisions.present),
    folded('What each change rests on', [...new Set(grounds)]),
    folded('Vectors and scenarios that expect something else', verdicts),
    compiles.length === 0
      ? ''
      : `\n### TypeScript programs that stop compiling (${compiles.length})\n\n${compiles.join('')}`,
  ].join('');
}

/** First of all, since the source does not change: what says otherwise, with the words of its clause. */
function againstTheSource(contradicted: readonly Contradicted[]): string {
  if (contradicted.length === 0) return '';
  const lines = contradicted.map(
    ({ clause, says, found }) => `> - **§${clause}** says: «${says}» ${found.replaceAll('\n', ' ')}\n`,
  );
  return `> [!CAUTION]\n> **Contradicts the source (${contradicted.length}).** The source document does not change.\n>\n${lines.join('')}\n`;
}

function folded(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `\n<details><summary>${title} (${lines.length})</summary>\n\n${lines.join('')}\n</details>\n`;
}
