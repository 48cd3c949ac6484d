import { readFile } from 'node:fs/promises';
import { isObject, parseJson } from '../json.ts';
import type { Report } from '../report/report.ts';

/** Reads a report that `--json` wrote. @throws {Error} if the file is absent, or is another one. */
export async function readReport(file: string): Promise<Report> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file}: report not found; write one with --json`);
  });
  const report = parseJson(text);
  if (!isReport(report)) throw new Error(`${file}: expected a report that --json wrote`);
  return { ...report, hints: report.hints ?? [] };
}

const lists = ['findings', 'phases', 'scenarios', 'inconclusive', 'ledger'];

/** Enough to tell a report from another JSON file: the rest was written by this program. */
function isReport(value: unknown): value is Report {
  return (
    isObject(value) && typeof value.seed === 'number' && lists.every((name) => Array.isArray(value[name]))
  );
}
