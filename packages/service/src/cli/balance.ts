import type { Command } from '@commander-js/extra-typings';
import { readBooks, topUp } from '../accounts/money.ts';
import { options, parseAmount } from './options.ts';
import { formatJson, formatTable, type Terminal } from './terminal.ts';
import { ofAccount, withStore } from './with-store.ts';

/** Shows and tops up balances (ADR-0012). */
export function addBalance(program: Command, terminal: Terminal): void {
  const balance = program
    .command('balance')
    .description('shows and tops up the balance of an account')
    .addHelpText(
      'after',
      `
Shows the money that is available to new messages, reserved for stages that have not ended, and spent, in minor units.
"show" compares the account with its ledger, which takes seconds for millions of entries, and exits with 1 if the two
disagree.
"top-up" shows what is available and reserved then.

Examples:
  cascade-service balance show --account demo
  cascade-service balance top-up --account demo --amount 500000`,
    );

  balance
    .command('show')
    .description('shows the money of an account')
    .addOption(options.account)
    .addOption(options.json)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async ({ account, json, ...at }) => {
      const books = await withStore(at, terminal, ofAccount(account), (pool) => readBooks(pool, account));
      terminal.out(
        json ? formatJson(books) : formatTable(['available', 'reserved', 'spent', 'deposited'], [books]),
      );
      if (!books.agree)
        throw new Error(
          `Account and ledger of ${account} disagree: something changed one without the other.`,
        );
    });

  balance
    .command('top-up')
    .description('adds a deposit')
    .addOption(options.account)
    .requiredOption('--amount <number>', 'the deposit, in whole minor units', parseAmount)
    .addOption(options.json)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async ({ account, amount, json, ...at }) => {
      const money = await withStore(at, terminal, ofAccount(account), (pool) => topUp(pool, account, amount));
      terminal.out(json ? formatJson(money) : formatTable(['available', 'reserved'], [money]));
    });
}
