import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { repositoryRoot } from '../repository-root.ts';
import { readTestReport, type TestReport, writtenLast } from './test-report.ts';

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
