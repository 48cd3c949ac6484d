import { applyAccounts } from '../accounts/apply/apply-accounts.ts';
import { type AccountReport, type ApplyReport, hasChanges } from '../accounts/apply/report.ts';
import { readAccountsFile } from '../accounts/file/read-accounts-file.ts';
import type { Command } from './command.ts';
import { exitCode } from './exit-code.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { databaseOptions, exitCodes } from './usage.ts';
import { withMigratedStore, withStore } from './with-store.ts';

const help = `cascade-service apply: makes accounts, keys, prices and cascades what a file says

Usage
  cascade-service apply <file.yaml> [--dry-run]

The file is the whole truth about each account that it names: what it no longer has is removed, keys that were
added on the command line included. Accounts that it does not name stay. Money stays, too: the balance in the file
is that of a new account. If anything is wrong, nothing is changed. Running services follow at once.

Options
  --dry-run             only say what would change
${databaseOptions}
Examples
  cascade-service apply accounts.yaml --dry-run
  cascade-service apply accounts.yaml --data ./data
  DATABASE_URL=postgresql://cascade@db.example.test/cascade cascade-service apply accounts.yaml

${exitCodes}`;

const marks = { created: '+', changed: '~', removed: '-' } as const;

/** Applies an accounts file, and prints the difference that it made. */
export const apply: Command = {
  name: 'apply',
  summary: 'makes accounts, keys, prices and cascades what a file says',
  help,
  async run(args, terminal) {
    const { values, words } = parseCommandLine(args, ['file.yaml'], { 'dry-run': { type: 'boolean' } });
    // Before the database is opened: a broken file needs none.
    const file = await readAccountsFile(words[0] ?? '');
    const dryRun = values['dry-run'] === true;
    const onStore = dryRun ? withStore : withMigratedStore;
    const report = await onStore(values, terminal, (pool) => applyAccounts(pool, file, { dryRun }));
    terminal.out(formatReport(report, dryRun));
    return exitCode.done;
  },
};

function formatReport(report: ApplyReport, dryRun: boolean): string {
  const { accounts, leftAlone } = report;
  const lines = [
    ...accounts.flatMap(formatAccount),
    ...leftAlone.map((name) => `${name}: not in the file, left alone`),
    ...(hasChanges(report) ? [] : ['Nothing to change.']),
    ...(dryRun && hasChanges(report) ? ['Dry run: nothing was changed.'] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function formatAccount({ name, isNew, changes }: AccountReport): string[] {
  const state = isNew ? 'new' : changes.length === 0 ? 'unchanged' : 'changed';
  return [
    `${name}: ${state}`,
    ...changes.map(({ kind, what, label }) => `  ${marks[kind]} ${what} ${label}`),
  ];
}
