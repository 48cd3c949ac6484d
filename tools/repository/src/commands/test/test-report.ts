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
  const report: VitestReport | undefined = readReport(packageFolder, 'tests.json');
  if (report === undefined) return undefined;
  const slowest = slowestIn(readReport(packageFolder, 'times.json') ?? {});
  return { ...summarize(report), startedAt: report.startTime, ...(slowest && { slowest }) };
}

function readReport(packageFolder: string, name: string) {
  const path = join(repositoryRoot, packageFolder, 'reports', name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** Reads the seconds of each file, as vitest.config.ts writes them. */
export function slowestIn(times: Readonly<Record<string, number>>): SlowestFile | undefined {
  const files = Object.entries(times).map(([file, seconds]) => ({ file, seconds }));
  return files.toSorted((a, b) => b.seconds - a.seconds)[0];
}

/** A report in the form that vitest shares with Jest. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly startTime: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

export function summarize(report: VitestReport): TestReport {
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    repeated: tests
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName }) => fullName),
  };
}

const everySecond = 1_000;

/**
 * Writes a line for each suite that has run to its end, so that a log without a terminal shows how far the
 * run is. Returns what stops it.
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
