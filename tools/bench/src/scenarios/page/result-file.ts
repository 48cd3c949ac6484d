import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of `tools/bench/results`, as `report` writes it. */
export interface ResultFile<Results = unknown> {
  readonly name: string;
  readonly command: string;
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string };
  readonly results: Results;
}

/** By name, without `.json`. */
export type ResultFiles = Readonly<Record<string, ResultFile>>;

const resultsFolder = fileURLToPath(new URL('../../../results/', import.meta.url));

/** All committed result files, by name. */
export function readResults(): ResultFiles {
  const names = readdirSync(resultsFolder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return Object.fromEntries(
    names.map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(resultsFolder + name, 'utf8'))]),
  );
}

/** A member deep in a value, such as `steps.0.factor`; undefined if there is none. */
export function memberAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined,
      value,
    );
}

/** The load average before the run; undefined if the file has none. */
export function loadBefore({ results }: ResultFile): number | undefined {
  const before = memberAt(results, 'loadAverage.before') ?? memberAt(results, 'loadAverage');
  return typeof before === 'number' ? before : undefined;
}

/** Whether other work disturbed the run: at least half a core was busy before it began. */
export function isDisturbed(file: ResultFile): boolean {
  return (loadBefore(file) ?? 0) > 0.5;
}
