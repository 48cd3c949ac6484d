import type { YamlFile } from '@cascade/yaml-file';
import { shapeCheck } from './check-shape.ts';
import type { DemoNumberEntry } from './demo-numbers.ts';
import type { LimitEntry, ProblemCase, ProblemEntry, ReasonEntry } from './entries.ts';
import { readYamlFile } from './yaml-file.ts';

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
type RawReason = Omit<ReasonEntry, 'clauses' | 'aliases' | 'channels'> & {
  readonly clause: ClauseList;
  readonly aliases?: readonly string[];
  readonly channels?: readonly string[];
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

/** spec/catalogue/reasons.yaml with its defaults filled in. */
export function readReasons(root: string): Listed<ReasonEntry> {
  const { file, entries } = readList<RawReason>(root, 'reasons');
  return {
    file,
    entries: entries.map(({ clause, aliases = [], channels = [], ...rest }) => ({
      ...rest,
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
  name: 'problems' | 'reasons' | 'demo-numbers' | 'limits',
): Listed<Entry> {
  const file = readYamlFile(root, `spec/catalogue/${name}.yaml`);
  return { file, entries: shapeCheck<readonly Entry[]>(root, name)(file) };
}

function listOf(clause: ClauseList): readonly string[] {
  if (clause === undefined) return [];
  return typeof clause === 'string' ? [clause] : clause;
}
