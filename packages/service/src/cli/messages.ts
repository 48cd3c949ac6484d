import type { Command } from './command.ts';
import { exitCode } from './exit-code.ts';
import { formatJson, formatTable } from './format.ts';
import { parseCommandLine, parseLimit, required } from './parse-command-line.ts';
import { findMessage, listMessages, type MessageTrace } from './read-messages.ts';
import { type Action, runAction } from './run-action.ts';
import { databaseOptions, exitCodes } from './usage.ts';
import { withStore } from './with-store.ts';

const help = `cascade-service messages: scheduled messages and their status

Usage
  cascade-service messages list --account <name> [--limit <number>] [--json]
  cascade-service messages show <requestId> --account <name> [--json]

show prints the stage attempts, the status events and the state of their callbacks. Content and address of a message are
never shown.

Options
  --account <name>      the account
  --limit <number>      messages to list, latest first (default 20)
  --json                for programs
${databaseOptions}
Examples
  cascade-service messages list --account demo --limit 5
  cascade-service messages show f81d4fae-7dec-41d0-a765-00a0c91e6bf6 --account demo

${exitCodes}`;

const list: Action = async (args, terminal) => {
  const { values } = parseCommandLine(args, [], {
    account: { type: 'string' },
    limit: { type: 'string', default: '20' },
    json: { type: 'boolean' },
  });
  const account = required(values.account, 'account');
  const limit = parseLimit(values.limit);
  const rows = await withStore(values, terminal, (pool) => listMessages(pool, account, limit));
  const columns = ['requestId', 'cascadeId', 'state', 'acceptedAt', 'endedAt'] as const;
  terminal.out(values.json ? formatJson(rows) : formatTable(columns, rows));
  return exitCode.done;
};

const show: Action = async (args, terminal) => {
  const options = { account: { type: 'string' }, json: { type: 'boolean' } } as const;
  const { values, words } = parseCommandLine(args, ['requestId'], options);
  const account = required(values.account, 'account');
  const [requestId = ''] = words;
  const message = await withStore(values, terminal, (pool) => findMessage(pool, account, requestId));
  if (message === undefined) {
    terminal.err(
      `${account} has no message with the requestId ${requestId}. It may be past its retention.\n`,
    );
    return exitCode.failed;
  }
  terminal.out(values.json ? formatJson(message) : format(message));
  return exitCode.done;
};

function format({ attempts, events, ...message }: MessageTrace): string {
  const facts = Object.entries(message).map(([fact, value]) => ({ fact, value }));
  const attemptColumns = [
    'position',
    'state',
    'status',
    'reason',
    'startedAt',
    'endedAt',
    'reference',
  ] as const;
  const eventColumns = ['at', 'position', 'status', 'reason', 'callback', 'attempts', 'lastResult'] as const;
  return [
    formatTable(['fact', 'value'], facts),
    `stage attempts\n${formatTable(attemptColumns, attempts)}`,
    `status events\n${formatTable(eventColumns, events)}`,
  ].join('\n');
}

/** Lists and shows messages, without content and address. */
export const messages: Command = {
  name: 'messages',
  summary: 'lists messages, and shows the history of one',
  help,
  run: async (args, terminal) => runAction({ list, show }, args, terminal),
};
