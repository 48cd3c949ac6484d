import { type ListedCallbacks, listCallbacks } from '../accounts/list-callbacks.ts';
import type { Command } from './command.ts';
import { exitCode } from './exit-code.ts';
import { formatJson, formatTable } from './format.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { type Action, runAction } from './run-action.ts';
import { showUrl } from './show-url.ts';
import { databaseOptions, exitCodes } from './usage.ts';
import { withStore } from './with-store.ts';

const help = `cascade-service callbacks: the callback URLs that accounts registered

Usage
  cascade-service callbacks list [--account <name>] [--json]

Lists a line for each URL: those of status events, of messages from subscribers and of template changes; the service
sends status events only. Without a sender, a URL is for every sender that has no registration of its own.
User, password, query values and header values are not shown: they may be secrets of the receiver.

Options
  --account <name>      the account; all accounts if absent
  --json                for programs
${databaseOptions}
Examples
  cascade-service callbacks list --account demo

${exitCodes}`;

const list: Action = async (args, terminal) => {
  const { values } = parseCommandLine(args, [], { account: { type: 'string' }, json: { type: 'boolean' } });
  const found = await withStore(values, terminal, (pool) => listCallbacks(pool, values.account));
  const rows = found.flatMap(toRows);
  const columns = ['account', 'sender', 'kind', 'url', 'headers', 'disabled'] as const;
  terminal.out(values.json ? formatJson(rows) : formatTable(columns, rows));
  return exitCode.done;
};

/** A row for each URL of a registration. */
function toRows({ account, subjectId: sender, headers, disabledAt, ...urls }: ListedCallbacks) {
  const kinds = [
    { kind: 'status', url: urls.statusUrl, headers: headers.join(' '), disabled: disabledAt },
    { kind: 'in-message', url: urls.inMessageUrl },
    { kind: 'message-matcher', url: urls.messageMatcherUrl },
  ];
  return kinds.flatMap(({ kind, url, headers: names = null, disabled = null }) =>
    url === null ? [] : [{ account, sender, kind, url: showUrl(url), headers: names, disabled }],
  );
}

/** Shows callback registrations (ADR-0014). */
export const callbacks: Command = {
  name: 'callbacks',
  summary: 'lists the callback URLs that accounts registered',
  help,
  run: async (args, terminal) => runAction({ list }, args, terminal),
};
