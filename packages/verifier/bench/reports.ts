import { readFile } from 'node:fs/promises';
import type { Report } from '../src/index.ts';

/** What the docs show of a report: enough for a matrix, and for the difference of two. */
export interface KeptReport
  extends Pick<Report, 'statement' | 'level' | 'began' | 'seed' | 'verifier' | 'digests'> {
  readonly name: string;
  readonly verdicts: Readonly<Record<string, string>>;
  readonly findings: readonly { readonly id: string; readonly clause: string; readonly title: string }[];
}

export function keptOf(name: string, report: Report): KeptReport {
  const { statement, level, began, seed, verifier, digests, ledger, findings } = report;
  return {
    name,
    statement,
    level,
    began,
    seed,
    verifier,
    digests,
    verdicts: Object.fromEntries(ledger.map(({ clause, verdict }) => [clause, verdict])),
    findings: findings.map(({ id, clause, title }) => ({ id, clause, title })),
  };
}

/** The reports with these in the place of earlier ones of the same name, and new ones at the end. */
export function merged(kept: readonly KeptReport[], more: readonly KeptReport[]): readonly KeptReport[] {
  const replaced = kept.map((each) => more.find(({ name }) => name === each.name) ?? each);
  return [...replaced, ...more.filter(({ name }) => kept.every((each) => each.name !== name))];
}

/** A report that `--json` wrote, by `name=file`. @throws {Error} for anything else. */
export async function readNamed(text: string): Promise<KeptReport> {
  const [, name, file] = /^([\w .@-]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || file === undefined) throw new Error(`--add: expected NAME=FILE, found '${text}'`);
  const report: Report = JSON.parse(await readFile(file, 'utf8'));
  if (report.level === undefined) throw new Error(`--add: ${file}: expected a report with a level`);
  return keptOf(name, report);
}
