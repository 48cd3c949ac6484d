import { type Books, readBooks } from '../accounts/money/read-books.ts';
import { topUp } from '../accounts/money/top-up.ts';
import type { Command } from './command.ts';
import { exitCode } from './exit-code.ts';
import { formatJson, formatTable } from './format.ts';
import { ofAccount } from './owners.ts';
import { parseAmount, parseCommandLine, required } from './parse-command-line.ts';
import { type Action, runAction } from './run-action.ts';
import { databaseOptions, exitCodes } from './usage.ts';
import { withStore } from './with-store.ts';

const help = `cascade-service balance: the money of an account, in minor units

Usage
  cascade-service balance show --account <name> [--json]
  cascade-service balance top-up --account <name> --amount <number> [--json]

Both show the money that is available to new messages, reserved for stages that have not ended, and spent. They compare
the account with its ledger, and exit with 1 if the two disagree.

Options
  --account <name>      the account
  --amount <number>     the deposit, in whole minor units
  --json                for programs
${databaseOptions}
Examples
  cascade-service balance show --account demo
  cascade-service balance top-up --account demo --amount 500000

${exitCodes}`;

const show: Action = async (args, terminal) => {
  const { values } = parseCommandLine(args, [], { account: { type: 'string' }, json: { type: 'boolean' } });
  const account = required(values.account, 'account');
  const books = await withStore(values, terminal, ofAccount(account), (pool) => readBooks(pool, account));
  terminal.out(format(books, values.json));
  if (books.agree) return exitCode.done;
  terminal.err(`Account and ledger of ${account} disagree: something changed one without the other.\n`);
  return exitCode.failed;
};

const add: Action = async (args, terminal) => {
  const { values } = parseCommandLine(args, [], {
    account: { type: 'string' },
    amount: { type: 'string' },
    json: { type: 'boolean' },
  });
  const account = required(values.account, 'account');
  const amount = parseAmount(required(values.amount, 'amount'));
  const books = await withStore(values, terminal, ofAccount(account), (pool) => topUp(pool, account, amount));
  terminal.out(format(books, values.json));
  return exitCode.done;
};

function format(books: Books, json: boolean | undefined): string {
  return json ? formatJson(books) : formatTable(['available', 'reserved', 'spent', 'deposited'], [books]);
}

/** Shows and tops up balances (ADR-0012). */
export const balance: Command = {
  name: 'balance',
  summary: 'shows and tops up the balance of an account',
  help,
  run: async (args, terminal) => runAction({ show, 'top-up': add }, args, terminal),
};
