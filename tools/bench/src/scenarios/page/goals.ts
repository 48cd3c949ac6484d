import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Speed } from '../../harness/speed.ts';
import { significant } from '../../harness/statistics.ts';

/** A file of `tools/bench/results`, as `report` writes it, or of `tools/proofs/results`. */
export interface ResultFile {
  readonly name: string;
  readonly command: string;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly node: string;
    /** Absent in files from before 2026-11-28. */
    readonly speed?: Speed;
  };
  readonly results: unknown;
}

/** By name, without `.json`; those of proofs have `proofs/` before it. */
export type ResultFiles = Readonly<Record<string, ResultFile>>;

const folders = {
  '': new URL('../../../results/', import.meta.url),
  'proofs/': new URL('../../../../proofs/results/', import.meta.url),
} as const;

/** All committed result files, by name. */
export function readResults(): ResultFiles {
  return Object.fromEntries(
    Object.entries(folders).flatMap(([prefix, folder]) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => {
          const text = readFileSync(new URL(name, folder), 'utf8');
          return [`${prefix}${name.replace('.json', '')}`, JSON.parse(text)] as const;
        }),
    ),
  );
}

/** Names of members; an object chooses the element of a list that has these members. */
export type Path = readonly (string | Readonly<Record<string, unknown>>)[];

/** A member deep in a value; undefined if there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  const memberOf = (at: unknown, name: string) =>
    typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined;
  return path.reduce((at, step) => {
    if (typeof step === 'string') return memberOf(at, step);
    const isChosen = (one: unknown) =>
      Object.entries(step).every(([name, wanted]) => memberOf(one, name) === wanted);
    return Array.isArray(at) ? at.find(isChosen) : undefined;
  }, value);
}

/** The load average before the run; undefined if the file has none. */
export function loadBefore({ results }: ResultFile): number | undefined {
  const before = valueAt(results, ['loadAverage', 'before']) ?? valueAt(results, ['loadAverage']);
  return typeof before === 'number' ? before : undefined;
}

/** Whether other work disturbed the run: at least half a core was busy before it began. */
export function isDisturbed(file: ResultFile): boolean {
  return (loadBefore(file) ?? 0) > 0.5;
}

/** A goal of goals.yaml, which says what its fields mean. */
export interface Goal {
  readonly goal: string;
  /** Without `.json`. */
  readonly file: string;
  readonly figure: Path;
  readonly over?: Path;
  readonly beside?: Path;
  readonly unit?: string;
  readonly least?: number;
  readonly most?: number;
  readonly above?: number;
  readonly below?: number;
  readonly why?: string;
}

const bounds = {
  least: (value: number, bound: number) => value >= bound,
  most: (value: number, bound: number) => value <= bound,
  above: (value: number, bound: number) => value > bound,
  below: (value: number, bound: number) => value < bound,
} as const;

const readGoals = (): readonly Goal[] =>
  parse(readFileSync(new URL('goals.yaml', import.meta.url), 'utf8'), { maxAliasCount: -1 });

/**
 * Judges each goal by the files that there are: what is shown of its figure, and why if it is not reached.
 */
export function judgeGoals(files: ResultFiles, all: readonly Goal[] = readGoals()) {
  return all.map((one) => {
    const { goal, file, unit = '' } = one;
    const found = files[file] && figureOf(one, files[file]);
    if (found === undefined) return { goal, file, shown: '', verdict: 'not measured' };
    const shown = `${found.shown}${unit}`;
    if (isReached(one, found)) return { goal, file, shown, verdict: 'reached' };
    return { goal, file, shown, verdict: 'not reached', why: one.why };
  });
}

interface Found {
  readonly value: number;
  /** The value of `beside`. */
  readonly times: number;
  readonly shown: string;
}

function figureOf({ figure, over, beside }: Goal, { results }: ResultFile): Found | undefined {
  const value = valueAt(results, figure);
  if (typeof value === 'object' && value !== null) return refusedOf(value);
  if (typeof value !== 'number') return undefined;
  const [divisor, other] = [over, beside].map((path) => path && valueAt(results, path));
  if (typeof divisor === 'number') {
    const ratio = significant(value / divisor);
    return { value: ratio, times: 1, shown: String(ratio) };
  }
  if (typeof other === 'number') return { value, times: other, shown: `${value} to ${other}` };
  return over === undefined && beside === undefined ? { value, times: 1, shown: String(value) } : undefined;
}

/** Of answers by status. */
function refusedOf(answers: object): Found {
  const counts = Object.entries(answers);
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const value = all - (counts.find(([status]) => status === '200')?.[1] ?? 0);
  return { value, times: 1, shown: `${value} of ${all}` };
}

function isReached(goal: Goal, { value, times }: Found): boolean {
  return Object.entries(bounds).every(([name, holds]) => {
    const bound = goal[name as keyof typeof bounds];
    return bound === undefined || holds(value, bound * times);
  });
}
