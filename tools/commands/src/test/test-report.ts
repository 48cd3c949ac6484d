import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../turbo.ts';

/** How many tests of a package passed, failed and were skipped. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The tests of a package: their counts, and the names of those that passed at the second try only. */
export interface TestReport extends TestCounts {
  readonly repeated: readonly string[];
  /** Where most of the time went; absent if no file was run. */
  readonly slowest?: SlowestFile;
  /** When its run began, in milliseconds since 1970: before this run if it comes from the cache. */
  readonly startedAt?: number;
}

/** The test file that took longest, its hooks included. */
interface SlowestFile {
  readonly file: string;
  readonly seconds: number;
}

const reports = ['{examples,spec,packages/service/deploy}/reports', 'packages/*/reports', 'tools/*/reports'];

/** What a run of a suite writes at its very end. */
const writtenLast = reports.map((folder) => `${folder}/times.json`);

/** Removes the reports of earlier runs, so that a crashed run cannot pass with an old report. */
export function removeReports(): void {
  for (const folder of globSync(reports, { cwd: repositoryRoot }))
    rmSync(join(repositoryRoot, folder), { recursive: true });
}

/** What vitest's JSON report of a package says; `undefined` if the run crashed. */
export function readTestReport(packageFolder: string): TestReport | undefined {
  const report = readReport(packageFolder, 'tests.json');
  if (report === undefined) return undefined;
  const slowest = slowestIn(readReport(packageFolder, 'times.json'));
  const startedAt = Number(valueAt(report, 'startTime') ?? 0);
  return { ...summarize(report), startedAt, ...(slowest === undefined ? {} : { slowest }) };
}

function readReport(packageFolder: string, name: string): unknown {
  const path = join(repositoryRoot, packageFolder, 'reports', name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** Reads the seconds of each file, as vitest.config.ts writes them. */
export function slowestIn(times: unknown): SlowestFile | undefined {
  if (typeof times !== 'object' || times === null) return undefined;
  const files = Object.entries(times).map(([file, seconds]) => ({ file, seconds: Number(seconds) }));
  return files.toSorted((a, b) => b.seconds - a.seconds)[0];
}

/** Reads a report in the form that vitest shares with Jest. */
export function summarize(report: unknown): TestReport {
  const count = (member: string) => Number(valueAt(report, member) ?? 0);
  return {
    passed: count('numPassedTests'),
    failed: count('numFailedTests'),
    skipped: count('numPendingTests') + count('numTodoTests'),
    repeated: listAt(report, 'testResults')
      .flatMap((file) => listAt(file, 'assertionResults'))
      .filter((test) => valueAt(test, 'status') === 'passed' && listAt(test, 'failureMessages').length > 0)
      .map((test) => String(valueAt(test, 'fullName'))),
  };
}

function listAt(value: unknown, member: string): readonly unknown[] {
  const list = valueAt(value, member);
  return Array.isArray(list) ? list : [];
}

function valueAt(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, member) : undefined;
}

const everySecond = 1_000;

/**
 * Writes a line for each suite that has run to its end, so that a log without a terminal shows how far the run is.
 * Returns what stops it.
 */
export function watchSuites(write: (line: string) => void): () => void {
  const begin = Date.now();
  const told = new Set<string>();
  const look = () => {
    for (const path of globSync(writtenLast, { cwd: repositoryRoot }).toSorted()) {
      if (told.has(path)) continue;
      const folder = dirname(dirname(path));
      const report = readWhole(folder);
      if (report === undefined) continue;
      told.add(path);
      const isOfThisRun = (report.startedAt ?? 0) >= begin;
      if (isOfThisRun) write(renderSuite(folder, report));
    }
  };
  const timer = setInterval(look, everySecond);
  return () => clearInterval(timer);
}

/** A file may be half written: then the next look finds it. */
function readWhole(folder: string): TestReport | undefined {
  try {
    return readTestReport(folder);
  } catch {
    return undefined;
  }
}

export function renderSuite(folder: string, { passed, failed, slowest }: TestReport): string {
  const counts = failed > 0 ? `${passed} passed, ${failed} failed` : `${passed} passed`;
  const where = slowest === undefined ? '' : `; slowest ${slowest.file} ${slowest.seconds.toFixed(1)} s`;
  return `${folder}: ${counts}${where}`;
}
