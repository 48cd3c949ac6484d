import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { addOptOuts, listOptOuts, removeOptOuts } from '../gateways/opt-outs.ts';
import { options, parseLimit } from './options.ts';
import { formatJson, formatTable, type Terminal } from './terminal.ts';
import { ofAccount, withStore } from './with-store.ts';

const numbersArgument = [
  '<number...>',
  'one or more numbers in international format, with or without the plus',
  (text: string, others: readonly string[] | undefined) => [...(others ?? []), parseNumber(text)],
] as const;

/** Shows and changes the numbers that want no SMS from an account (ADR-0054). */
export function addOptOutCommands(program: Command, terminal: Terminal): void {
  const optOuts = program
    .command('opt-outs')
    .description('lists, adds and removes the numbers that want no SMS from an account')
    .addHelpText(
      'after',
      `
The list counts for SMPP gateways with optOut in the service file.

Examples:
  cascade-service opt-outs list --account demo
  cascade-service opt-outs add +12025550101 --account demo
  cascade-service opt-outs remove +12025550101 --account demo`,
    );

  optOuts
    .command('list')
    .description('lists the numbers of an account, the latest first, with who has added them')
    .addOption(options.account)
    .option('--limit <count>', 'the most numbers; 100 if absent', parseLimit)
    .addOption(options.json)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async ({ account, json, limit = 100, ...at }) => {
      const rows = await withStore(at, terminal, ofAccount(account), (pool) =>
        listOptOuts(pool, account, limit),
      );
      terminal.out(json ? formatJson(rows) : formatTable(['address', 'since', 'source'], rows));
    });

  optOuts
    .command('add')
    .description('puts numbers on the list of an account: the next attempts at them end UNDELIVERED')
    .argument(...numbersArgument)
    .addOption(options.account)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async (numbers, { account, ...at }) => {
      const count = await withStore(at, terminal, ofAccount(account), (pool) =>
        addOptOuts(pool, account, numbers),
      );
      terminal.out(`${count} added, ${numbers.length - count} were listed already.\n`);
    });

  optOuts
    .command('remove')
    .description('takes numbers off the list of an account')
    .argument(...numbersArgument)
    .addOption(options.account)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async (numbers, { account, ...at }) => {
      const count = await withStore(at, terminal, ofAccount(account), (pool) =>
        removeOptOuts(pool, account, numbers),
      );
      terminal.out(`${count} removed, ${numbers.length - count} were not listed.\n`);
    });
}

function parseNumber(text: string): string {
  if (/^\+?[1-9][0-9]{6,14}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected 7 to 15 digits, with or without a plus.');
}
