import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkOf, firstMessage } from '../checks.ts';
import { repositoryRoot } from '../turbo.ts';
import { readTestReport, type TestCounts, type TestReport } from './test-report.ts';

/** One task in the file that turbo writes with `--summarize`. */
interface TaskSummary {
  readonly taskId: string;
  readonly command: string;
  readonly directory: string;
  /** Below the root of the repository. */
  readonly logFile: string;
  readonly cache: { readonly status: string };
  readonly execution?: { readonly startTime: number; readonly endTime: number; readonly exitCode: number };
}

/** The tasks of the summary that a turbo run names in its output; none if the run stopped before. */
export function readSummary(output: string): readonly TaskSummary[] {
  const path = /^Summary:\s+(\S+)$/m.exec(output)?.[1];
  if (path === undefined) return [];
  const { tasks }: { readonly tasks?: readonly TaskSummary[] } = JSON.parse(readFileSync(path, 'utf8'));
  return tasks ?? [];
}

/** The result of one task: a check that passed or failed, or a package's tests with their counts. */
export interface TaskResult {
  /** The folder of the package, or `.` for the repository. */
  readonly place: string;
  readonly task: string;
  readonly succeeded: boolean;
  readonly cached: boolean;
  readonly seconds: number;
  /** Absent for checks, and for test runs that crashed. */
  readonly tests?: TestReport;
  /** The first message of a check that failed. */
  readonly message?: string;
}

/** The outcomes of a turbo run, from the summary that it names in its output. */
export function readOutcomes(output: string): TaskResult[] {
  return readSummary(output)
    .filter(({ command }) => command !== '<NONEXISTENT>')
    .map(toOutcome);
}

function toOutcome({ taskId, directory, logFile, cache, execution }: TaskSummary): TaskResult {
  const task = taskId.split('#').at(-1) ?? taskId;
  const tests = task === 'test' ? readTestReport(directory) : undefined;
  const succeeded = execution?.exitCode === 0;
  const log = join(repositoryRoot, logFile);
  const hasMessage = !succeeded && task !== 'test' && existsSync(log);
  return {
    place: checkOf(task)?.runs === undefined ? directory : '.',
    task,
    succeeded,
    cached: cache.status === 'HIT',
    seconds: execution === undefined ? 0 : (execution.endTime - execution.startTime) / 1000,
    ...(tests === undefined ? {} : { tests }),
    ...(hasMessage && { message: firstMessage(taskId, readFileSync(log, 'utf8')) }),
  };
}

/**
 * One line for each outcome: a suite's with its slowest file, a failed check's with its first message. Then
 * each test that needed a second try, and the sum: `N passed, N failed`.
 */
export function renderOutcomes(outcomes: readonly TaskResult[]): string {
  const sorted = outcomes.toSorted((a, b) => order(a).localeCompare(order(b)));
  const { passed, failed, skipped } = sumOf(outcomes);
  const sum = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return `\n${sorted.map(renderOutcome).join('')}${sorted.map(renderRepeated).join('')}\n${sum}\n`;
}

function order({ task, place }: TaskResult): string {
  return `${task === 'test' ? 1 : 0} ${place} ${task}`;
}

/** For each check that failed, the commands that fix it and show all its messages. */
export function renderFixes(outcomes: readonly TaskResult[]): string {
  const failed = outcomes.filter(({ succeeded }) => !succeeded);
  return failed
    .map(({ place, task }) => {
      const script =
        place === '.'
          ? `npm run check -- ${task.replace('check:', '')}`
          : `npm --prefix ${place} run ${task}`;
      const fix = checkOf(task)?.fix;
      return fix === undefined
        ? `${script} shows all messages\n`
        : `${fix} fixes what it can; ${script} shows all messages\n`;
    })
    .join('');
}

function renderOutcome({ place, task, succeeded, cached, seconds, tests, message }: TaskResult): string {
  const time = cached ? 'cached' : `${seconds.toFixed(1)} s`;
  const counts =
    tests === undefined ? '' : `${tests.passed} passed${tests.failed > 0 ? `, ${tests.failed} failed` : ''}`;
  const columns = [place.padEnd(20), task.padEnd(16), time.padStart(8)];
  columns.push(message === undefined ? counts.padStart(14) : ` ${message}`);
  // Where the time of a suite went; of a cached one nothing ran.
  if (!cached && tests?.slowest !== undefined)
    columns.push(`  slowest: ${tests.slowest.file} ${tests.slowest.seconds.toFixed(1)} s`);
  return `${succeeded ? '✓' : '✗'} ${columns.join(' ')}`.trimEnd().concat('\n');
}

function renderRepeated({ place, tests }: TaskResult): string {
  return (tests?.repeated ?? []).map((name) => `? ${place}: passed at the second try: ${name}\n`).join('');
}

/** A check counts as one; tests count one by one, and as one failure if the run crashed. */
export function sumOf(outcomes: readonly TaskResult[]): TestCounts {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { succeeded, tests } of outcomes) {
    sum.passed += tests?.passed ?? (succeeded ? 1 : 0);
    sum.failed += tests?.failed ?? 0;
    sum.skipped += tests?.skipped ?? 0;
    if (!succeeded && (tests?.failed ?? 0) === 0) sum.failed += 1;
  }
  return sum;
}
