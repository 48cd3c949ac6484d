import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository-root.ts';

/** How many tests of a package passed, failed and were skipped. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const reports = ['spec/reports', 'packages/*/reports', 'tools/*/reports'];

/** Removes the reports of earlier runs, so that a crashed run cannot pass with an old report. */
export function removeReports(): void {
  for (const folder of globSync(reports, { cwd: repositoryRoot }))
    rmSync(join(repositoryRoot, folder), { recursive: true });
}

/** The counts in vitest's JSON report of a package; `undefined` if the run crashed. */
export function readTestCounts(packageFolder: string): TestCounts | undefined {
  const path = join(repositoryRoot, packageFolder, 'reports/tests.json');
  if (!existsSync(path)) return undefined;
  const report: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const count = (member: string) => numberAt(report, member);
  return {
    passed: count('numPassedTests'),
    failed: count('numFailedTests'),
    skipped: count('numPendingTests') + count('numTodoTests'),
  };
}

function numberAt(report: unknown, member: string): number {
  if (typeof report !== 'object' || report === null) return 0;
  const value: unknown = Reflect.get(report, member);
  return typeof value === 'number' ? value : 0;
}
