import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import {
  disableRegistration,
  enableRegistration,
  findRegistration,
  type ListedCallbacks,
  listCallbacks,
  type Registration,
} from '../callbacks/registrations.ts';
import { countUndelivered } from '../callbacks/undelivered/selection.ts';
import { addResend } from './callbacks-resend.ts';
import { lineOf, options, parseRegistration } from './options.ts';
import { formatJson, formatTable, type Terminal } from './terminal.ts';
import { ofAccount, ofRegistration, withStore, withStores } from './with-store.ts';

const registrationArgument = [
  '<registration>',
  'a number of cascade-service callbacks list, such as 7',
  parseRegistration,
] as const;

/** Shows callback registrations (ADR-0014), disables them, and sends events again (ADR-0041). */
export function addCallbacks(program: Command, terminal: Terminal): void {
  const callbacks = program
    .command('callbacks')
    .description('lists callback URLs, disables them, and sends undelivered events again')
    .addHelpText(
      'after',
      `
Examples:
  cascade-service callbacks list --account demo
  cascade-service callbacks resend --registration 7 --since 2026-11-22T10:00:00Z --dry-run
  cascade-service callbacks resend --request-id f81d4fae-7dec-41d0-a765-00a0c91e6bf6
  cascade-service callbacks disable 7 --reason 'moves to another host'`,
    );

  addList(callbacks, terminal);
  addResend(callbacks, terminal);
  addDisable(callbacks, terminal);
  addEnable(callbacks, terminal);
}

/** `callbacks list` */
function addList(callbacks: Command, terminal: Terminal): void {
  callbacks
    .command('list')
    .summary('lists callback URLs')
    .description(
      'prints a line for each URL: those of status events, of messages from subscribers and of template changes; the service sends status events only. Without a sender, a URL is for every sender that has no registration of its own. User, password, query values and header values are not shown: they may be secrets of the receiver',
    )
    .option('--account <name>', 'the account; all accounts if absent')
    .addOption(options.json)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async ({ account, json, ...at }) => {
      const found = await (account === undefined
        ? withStores(at, terminal, async (pools) => {
            const lists = await Promise.all(pools.map((pool) => listCallbacks(pool, undefined)));
            return lists.flat();
          })
        : withStore(at, terminal, ofAccount(account), (pool) => listCallbacks(pool, account)));
      const rows = found.map(toRow);
      terminal.out(json ? formatJson(rows) : formatTable(columns, rows));
    });
}

/** `callbacks disable` */
function addDisable(callbacks: Command, terminal: Terminal): void {
  callbacks
    .command('disable')
    .summary('stops the callbacks of a registration')
    .description(
      'stops the callbacks of a registration. What is due waits, undelivered, until enable; registering the URL again does not enable it',
    )
    .argument(...registrationArgument)
    .requiredOption('--reason <text>', 'why, for callbacks list', parseReason)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async (id, { reason, ...at }) => {
      const disabled = await withStore(at, terminal, ofRegistration(id), (pool) =>
        disableRegistration(pool, id, reason),
      );
      terminal.out(
        `${describe(disabled)} is disabled since ${disabled.disabledAt?.toISOString()}: ${reason}. Its events wait, undelivered.\n`,
      );
    });
}

/** `callbacks enable` */
function addEnable(callbacks: Command, terminal: Terminal): void {
  callbacks
    .command('enable')
    .description('has the replicas send what waited; it also enables a registration that answered 410')
    .argument(...registrationArgument)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async (id, at) => {
      const { before, waiting } = await withStore(at, terminal, ofRegistration(id), async (pool) => {
        const found = await findRegistration(pool, id);
        await enableRegistration(pool, id);
        return { before: found, waiting: await countUndelivered(pool, { registration: found }) };
      });
      const state = before.disabledAt === null ? 'was enabled already' : 'is enabled';
      terminal.out(
        `${describe(before)} ${state}. The replicas send the ${waiting.waiting} events that waited; ${waiting.events - waiting.waiting} others stay undelivered.\n`,
      );
    });
}

/** Why an operator does something. 410 is the reason that the service itself writes. */
function parseReason(text: string): string {
  if (text !== '410') return lineOf(200)(text);
  throw new InvalidArgumentError('410 is kept for receivers that answered it.');
}

function describe({ id, account, subjectId }: Registration): string {
  return `Registration ${id} of ${account}${subjectId === null ? '' : `, sender ${subjectId}`}`;
}

const columns = [
  'id',
  'account',
  'sender',
  'url',
  'headers',
  'signed',
  'undelivered',
  'failing',
  'lastError',
  'disabled',
  'reason',
] as const;

function toRow({ id, account, subjectId: sender, ...facts }: ListedCallbacks) {
  return {
    id,
    account,
    sender,
    url: showUrl(facts.statusUrl),
    headers: facts.headers.join(' '),
    signed: facts.signed,
    undelivered: facts.undelivered,
    failing: facts.failingSince,
    lastError: facts.lastError,
    disabled: facts.disabledAt,
    reason: facts.disabledReason,
  };
}

/**
 * A callback URL without user, password, query values and fragment: receivers put tokens there, and the
 * output of a command ends up in tickets and terminal logs. The path stays, so that an operator recognises
 * the receiver.
 */
export function showUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return 'not a URL';
  const names = [...new Set(url.searchParams.keys())].map((name) => `${encodeURIComponent(name)}=…`);
  const user = url.username === '' && url.password === '' ? '' : '…@';
  const query = names.length === 0 ? '' : `?${names.join('&')}`;
  return `${url.protocol}//${user}${url.host}${url.pathname}${query}`;
}
