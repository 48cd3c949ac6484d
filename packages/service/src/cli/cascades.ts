import type { Command } from '@commander-js/extra-typings';
import { type ListedCascade, listCascades } from '../accounts/list-cascades.ts';
import { formatJson, formatTable } from './format.ts';
import { options } from './options.ts';
import type { Terminal } from './terminal.ts';
import { ofAccount, withStore } from './with-store.ts';

/** Lists cascades (§2.3). */
export function addCascades(program: Command, terminal: Terminal): void {
  const cascades = program
    .command('cascades')
    .description('lists the cascades of an account')
    .addHelpText(
      'after',
      `
Examples:
  cascade-service cascades list --account demo`,
    );

  cascades
    .command('list')
    .summary('lists the cascades of an account')
    .description(
      'lists each cascade with its coverage check, the price that acceptance reserves, and its stages. The number after a channel is the seconds until the next stage starts; --json has the uuid of each stage',
    )
    .addOption(options.account)
    .addOption(options.json)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async ({ account, json, ...at }) => {
      const found = await withStore(at, terminal, ofAccount(account), (pool) => listCascades(pool, account));
      const rows = found.map((cascade) => ({ ...cascade, stages: describe(cascade) }));
      const columns = ['id', 'name', 'coverage', 'price', 'stages'] as const;
      terminal.out(json ? formatJson(found) : formatTable(columns, rows));
    });
}

function describe({ stages }: ListedCascade): string {
  return stages
    .map(({ channel, ttlSeconds }) => (ttlSeconds === null ? channel : `${channel} ${ttlSeconds}s`))
    .join(' > ');
}
