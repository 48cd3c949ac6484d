import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createShapeCheck, type YamlFile } from '@cascade/yaml-file';
import type { DemoNumberEntry } from './demo-numbers.ts';
import type {
  Check,
  Clause,
  Decision,
  LimitEntry,
  ProblemCase,
  ProblemEntry,
  ReasonEntry,
} from './entries.ts';
import { ContractError, collectFaults, parseFrontMatter, readText, readYamlFile } from './yaml-file.ts';

/** Names of the schemas in spec/schemas. */
type ShapeName = 'checks' | 'problems' | 'reasons' | 'demo-numbers' | 'limits' | 'clauses' | 'decision';

/**
 * A check of files against `spec/schemas/<shape>.schema.yaml`, which gives their value.
 * @throws {ContractError} with every deviation.
 */
function shapeCheck<Shape>(root: string, shape: ShapeName): (file: YamlFile) => Shape {
  const check = createShapeCheck<Shape>({ schemaFile: join(root, `spec/schemas/${shape}.schema.yaml`) });
  return (file) => {
    const checked = check(file.value);
    if ('faults' in checked) throw new ContractError(checked.faults.map(file.locate));
    return checked.value;
  };
}

/** The clauses by id, and the file, which knows the line of each. */
export interface ListedClauses {
  readonly file: YamlFile;
  readonly entries: ReadonlyMap<string, Clause>;
}

/** spec/clauses.yaml: every normative statement of the source, by id, in the order of the source. */
export function readClauses(root: string): ListedClauses {
  const file = readYamlFile(root, 'spec/clauses.yaml');
  const clauses = shapeCheck<Readonly<Record<string, Omit<Clause, 'id'>>>>(root, 'clauses')(file);
  return { file, entries: new Map(Object.entries(clauses).map(([id, clause]) => [id, { id, ...clause }])) };
}

/** A decision, and its front matter, which knows the line of each member. */
export interface ListedDecision {
  readonly file: YamlFile;
  readonly decision: Decision;
}

type FrontMatter = Omit<Decision, 'id' | 'file' | 'text'>;

/** spec/decisions/NNNN-*.md in the order of their numbers. */
export function readDecisions(root: string): readonly ListedDecision[] {
  const files = readdirSync(join(root, 'spec/decisions')).filter((name) => /^\d{4}-.+\.md$/.test(name));
  const check = shapeCheck<FrontMatter>(root, 'decision');
  const readers = files.sort().map((name) => [name, () => readDecision(root, name, check)] as const);
  return Object.values(collectFaults<Record<string, ListedDecision>>(Object.fromEntries(readers)));
}

function readDecision(root: string, name: string, check: (file: YamlFile) => FrontMatter): ListedDecision {
  const path = `spec/decisions/${name}`;
  const { frontMatter: file, text } = splitFrontMatter(path, readText(root, path));
  const fields = check(file);
  const digits = name.slice(0, 4);
  if (fields.number !== Number(digits)) {
    const message = `expected ${Number(digits)}, the number in the file name, found ${fields.number}`;
    throw new ContractError([file.locate({ pointer: '/number', message })]);
  }
  return { file, decision: { ...fields, id: `ADR-${digits}`, file: name, text } };
}

function splitFrontMatter(file: string, text: string): { frontMatter: YamlFile; text: string } {
  const match = /^---\n(.*?)\n---\n(.*)$/s.exec(text);
  if (match === null) {
    const message = 'expected front matter between two lines ---';
    throw new ContractError([{ file, line: 1, column: 1, pointer: '', message }]);
  }
  const [, frontMatter = '', body = ''] = match;
  return { frontMatter: parseFrontMatter(frontMatter, file), text: body.trim() };
}

/** A list of entries, and the file, which knows the line of each. */
export interface Listed<Entry> {
  readonly file: YamlFile;
  readonly entries: readonly Entry[];
}

type ClauseList = string | readonly string[] | undefined;
type RawCase = Omit<ProblemCase, 'clauses'> & { readonly clause?: ClauseList };
type RawProblem = Omit<ProblemEntry, 'clauses' | 'slug' | 'title' | 'cases'> & {
  readonly clause?: ClauseList;
  readonly slug?: string;
  readonly title?: string;
  readonly cases: readonly RawCase[];
};
type RawReason = Omit<ReasonEntry, 'clauses' | 'aliases' | 'channels' | 'documented'> & {
  readonly clause: ClauseList;
  readonly aliases?: readonly string[];
  readonly channels?: readonly string[];
  readonly documented?: ReasonEntry['documented'];
};

/** spec/catalogue/problems.yaml with its defaults filled in. */
export function readProblems(root: string): Listed<ProblemEntry> {
  const { file, entries } = readList<RawProblem>(root, 'problems');
  return {
    file,
    entries: entries.map(({ clause, slug, title, cases, ...rest }) => ({
      ...rest,
      slug: slug ?? rest.code,
      title: title ?? rest.code,
      clauses: listOf(clause),
      cases: cases.map(({ clause, ...rest }) => ({ ...rest, clauses: listOf(clause) })),
    })),
  };
}

/** A check as it is written. */
export interface RawCheck extends Omit<Check, 'name' | 'says' | 'problems' | 'before'> {
  readonly name?: string;
  readonly says?: string;
  readonly codes: readonly string[];
  /** By code, what of it is found here. */
  readonly before?: Readonly<Record<string, string>>;
}

/** spec/catalogue/checks.yaml as written; `undefined` in a revision that has none yet. */
export function readChecks(root: string): Listed<RawCheck> | undefined {
  return existsSync(join(root, 'spec/schemas/checks.schema.yaml'))
    ? readList<RawCheck>(root, 'checks')
    : undefined;
}

/** spec/catalogue/reasons.yaml with its defaults filled in. */
export function readReasons(root: string): Listed<ReasonEntry> {
  const { file, entries } = readList<RawReason>(root, 'reasons');
  return {
    file,
    entries: entries.map(({ clause, aliases = [], channels = [], documented = [], ...rest }) => ({
      ...rest,
      documented,
      aliases,
      channels,
      clauses: listOf(clause),
    })),
  };
}

/** spec/catalogue/demo-numbers.yaml as written. */
export function readDemoNumbers(root: string): Listed<DemoNumberEntry> {
  return readList<DemoNumberEntry>(root, 'demo-numbers');
}

/** spec/catalogue/limits.yaml. */
export function readLimits(root: string): Listed<LimitEntry> {
  return readList<LimitEntry>(root, 'limits');
}

function readList<Entry>(
  root: string,
  name: 'checks' | 'problems' | 'reasons' | 'demo-numbers' | 'limits',
): Listed<Entry> {
  const file = readYamlFile(root, `spec/catalogue/${name}.yaml`);
  return { file, entries: shapeCheck<readonly Entry[]>(root, name)(file) };
}

function listOf(clause: ClauseList): readonly string[] {
  if (clause === undefined) return [];
  return typeof clause === 'string' ? [clause] : clause;
}
