import { type ListedCallbacks, listCallbacks } from '../accounts/list-callbacks.ts';
import { exitCode } from './exit-code.ts';
import { formatJson, formatTable } from './format.ts';
import { ofAccount } from './owners.ts';
import { parseCommandLine } from './parse-command-line.ts';
import type { Action } from './run-action.ts';
import { showUrl } from './show-url.ts';
import { withShards, withStore } from './with-store.ts';

const columns = [
  'id',
  'account',
  'sender',
  'kind',
  'url',
  'headers',
  'undelivered',
  'failing',
  'lastError',
  'disabled',
  'reason',
] as const;

/** `callbacks list` */
export const list: Action = async (args, terminal) => {
  const { values } = parseCommandLine(args, [], { account: { type: 'string' }, json: { type: 'boolean' } });
  const found = await (values.account === undefined
    ? withShards(values, terminal, async (pools) => {
        const lists = await Promise.all(pools.map((pool) => listCallbacks(pool, undefined)));
        return lists.flat();
      })
    : withStore(values, terminal, ofAccount(values.account), (pool) => listCallbacks(pool, values.account)));
  const rows = found.flatMap(toRows);
  terminal.out(values.json ? formatJson(rows) : formatTable(columns, rows));
  return exitCode.done;
};

/** A row for each URL of a registration. */
function toRows({ id, account, subjectId: sender, ...facts }: ListedCallbacks) {
  const state = {
    headers: facts.headers.join(' '),
    undelivered: facts.undelivered,
    failing: facts.failingSince,
    lastError: facts.lastError,
    disabled: facts.disabledAt,
    reason: facts.disabledReason,
  };
  const nothing = {
    headers: null,
    undelivered: null,
    failing: null,
    lastError: null,
    disabled: null,
    reason: null,
  };
  const kinds = [
    { kind: 'status', url: facts.statusUrl, ...state },
    { kind: 'in-message', url: facts.inMessageUrl, ...nothing },
    { kind: 'message-matcher', url: facts.messageMatcherUrl, ...nothing },
  ];
  return kinds.flatMap(({ url, ...row }) =>
    url === null ? [] : [{ id, account, sender, ...row, url: showUrl(url) }],
  );
}
