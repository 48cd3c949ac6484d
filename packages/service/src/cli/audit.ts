import type { Command } from '@commander-js/extra-typings';
import type { Pool } from 'pg';
import { auditBooks, type WrongBooks } from '../audit/audit-books.ts';
import { auditMessages, type MessageFindings, remember } from '../audit/audit-messages.ts';
import { options } from './options.ts';
import { formatJson, formatTable, type Terminal } from './terminal.ts';
import { withStores } from './with-store.ts';

/** Looks for forgotten work and for money that does not add up. */
export function addAudit(program: Command, terminal: Terminal): void {
  program
    .command('audit')
    .summary('looks for messages that are forgotten, and for money that does not add up')
    .description(
      'reads all messages, and names those under way without due work or a timer, and ended messages that still reserve money; then compares each account with its ledger and its messages. Ends with 1 if it finds any',
    )
    .option('--repair', 'make forgotten work due again; nothing else is changed', false)
    .addOption(options.json)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .addHelpText(
      'after',
      `
The service may run meanwhile: nothing is locked, and each comparison sees one moment. It audits its messages once a day
by itself; only this command compares ledgers.
Money that does not add up is never changed: find its cause first.

Examples:
  cascade-service audit --data ./data
  cascade-service audit --repair --json`,
    )
    .action(async ({ repair, json, ...at }) => {
      const found = await withStores(at, terminal, async (pools) => {
        const all: Found[] = [];
        for (const pool of pools) all.push(await auditStore(pool, terminal, repair));
        return all;
      });
      const report = reportOf(found);
      terminal.out(json ? formatJson({ ...report, repaired: repair }) : format(report, repair));
      const left = (repair ? 0 : report.forgotten.length) + report.unreleased.length + report.books.length;
      if (left > 0) throw new Error(adviceOn(report, repair));
    });
}

interface Found {
  readonly messages: MessageFindings;
  readonly books: readonly WrongBooks[];
}

async function auditStore(pool: Pool, terminal: Terminal, repair: boolean): Promise<Found> {
  const tell = (text: string) => terminal.isInteractive && terminal.err(`\r${text}\u001b[K`);
  const messages = await auditMessages(pool, { onProgress: (read) => tell(`${read} messages`) });
  if (repair) await remember(pool, messages.forgotten);
  const books = await auditBooks(pool, { onProgress: (read, of) => tell(`${read} of ${of} accounts`) });
  tell('');
  return { messages, books };
}

type Report = ReturnType<typeof reportOf>;

/** Of all stores. */
function reportOf(found: readonly Found[]) {
  return {
    messages: found.reduce((sum, { messages }) => sum + messages.messages, 0),
    forgotten: found.flatMap(({ messages }) => messages.forgotten),
    unreleased: found.flatMap(({ messages }) => messages.unreleased),
    books: found.flatMap(({ books }) => books),
  };
}

const bookColumns = [
  'account',
  'available',
  'ledgerAvailable',
  'reserved',
  'ledgerReserved',
  'messagesReserved',
] as const;

function format({ messages, forgotten, unreleased, books }: Report, repair: boolean): string {
  const counts = [
    `${messages} messages read`,
    `${forgotten.length} stages or timers forgotten${repair && forgotten.length > 0 ? ', now due again' : ''}`,
    `${unreleased.length} ended messages that still reserve money`,
    `${books.length} accounts whose money does not add up`,
  ];
  return [
    ...counts.map((line) => `${line}\n`),
    ...table(['messageId', 'queue', 'position'], forgotten),
    ...table(['messageId'], unreleased),
    ...table(bookColumns, books),
  ].join('');
}

function table<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, unknown>>[],
): readonly string[] {
  return rows.length === 0 ? [] : ['\n', formatTable(columns, rows)];
}

function adviceOn({ forgotten, unreleased, books }: Report, repair: boolean): string {
  return [
    ...(forgotten.length > 0 && !repair ? ['Forgotten work: run the command again with --repair.'] : []),
    ...(unreleased.length + books.length > 0
      ? ['Money that does not add up: see "cascade-service messages show" of the messages, and report it.']
      : []),
  ].join('\n');
}
