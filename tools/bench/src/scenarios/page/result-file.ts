import { readdirSync, readFileSync } from 'node:fs';

/** A file of `tools/bench/results`, as `report` writes it. */
export interface ResultFile {
  readonly name: string;
  readonly command: string;
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string };
  readonly results: unknown;
}

/** By name, without `.json`. */
export type ResultFiles = Readonly<Record<string, ResultFile>>;

const folder = new URL('../../../results/', import.meta.url);

/** All committed result files, by name. */
export function readResults(): ResultFiles {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    names
      .sort()
      .map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(new URL(name, folder), 'utf8'))]),
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
