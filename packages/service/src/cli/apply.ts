import type { Command } from '@commander-js/extra-typings';
import { type AccountReport, type ApplyReport, hasChanges } from '../accounts/apply/section.ts';
import { readAccountsFile } from '../accounts/file/read-accounts-file.ts';
import { applyToAll } from '../cluster/apply-to-shards.ts';
import { options } from './options.ts';
import type { Terminal } from './terminal.ts';
import { withMigratedStores, withStores } from './with-store.ts';

const marks = { created: '+', changed: '~', removed: '-' } as const;

/** Applies an accounts file and prints the changes. */
export function addApply(program: Command, terminal: Terminal): void {
  program
    .command('apply')
    .description('makes accounts, keys, prices and cascades match a file')
    .argument('<file.yaml>', 'an accounts file')
    .option('--dry-run', 'report the changes without making them', false)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .addHelpText(
      'after',
      `
Each account that the file names becomes what the file declares: anything else is removed. Other accounts are not
changed, and neither is money: the balance in the file is for new accounts. What cascade-service keys has added, expired
or removed stays so, and a callback URL that the API registered stays until the file declares another one; a line that
begins with ! says where the file differs, or that callbacks are not signed.
An invalid file is rejected whole. Applying a file is idempotent. Running services pick the changes up at once.

Examples:
  cascade-service apply accounts.yaml --dry-run
  cascade-service apply accounts.yaml --data ./data
  DATABASE_URL=postgresql://cascade@db.example.test/cascade cascade-service apply accounts.yaml`,
    )
    .action(async (path, { dryRun, ...at }) => {
      // Read before the database is opened: an invalid file needs none.
      const file = await readAccountsFile(path);
      const onStores = dryRun ? withStores : withMigratedStores;
      const report = await onStores(at, terminal, (pools) => applyToAll(pools, file, { dryRun }));
      terminal.out(formatReport(report, dryRun));
    });
}

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

function formatAccount({ name, isNew, changes, kept, warnings }: AccountReport): string[] {
  const state = isNew ? 'new' : changes.length === 0 ? 'unchanged' : 'changed';
  return [
    `${name}: ${state}`,
    ...changes.map(({ kind, what, label }) => `  ${marks[kind]} ${what} ${label}`),
    ...[...kept, ...warnings].map((sentence) => `  ! ${sentence}`),
  ];
}
