import { disable, enable } from './callbacks-enable.ts';
import { list } from './callbacks-list.ts';
import { resend } from './callbacks-resend.ts';
import type { Command } from './command.ts';
import { runAction } from './run-action.ts';
import { databaseOptions, exitCodes } from './usage.ts';

const help = `cascade-service callbacks: where status events go, and those that did not arrive

Usage
  cascade-service callbacks list [--account <name>] [--json]
  cascade-service callbacks resend --event <id> | --request-id <id> [--account <name>]
                                 | --registration <number> --since <time> [--until <time>]
                                 [--limit <number>] [--dry-run] [--no-wait]
  cascade-service callbacks disable <registration> --reason <text>
  cascade-service callbacks enable <registration>

list prints a line for each URL: those of status events, of messages from subscribers and of template changes; the
service sends status events only. Without a sender, a URL is for every sender that has no registration of its own.
User, password, query values and header values are not shown: they may be secrets of the receiver.

resend has the running replicas send undelivered events again, with the same webhook-id and a fresh retry schedule, the
oldest first. It may be stopped at any time: the replicas send what was asked for.
disable stops the callbacks of a registration. What is due waits, undelivered, until enable; registering the URL again
does not enable it. enable has the replicas send what waited; it also enables a registration that answered 410.

Options
  --account <name>      the account; all accounts if absent
  --event <id>          one event, by its webhook-id; it may have been delivered
  --request-id <id>     the undelivered events of a message, by its requestId or messageId
  --registration <n>    the undelivered events of a registration
  --since <time>        with statusAt at this time or later
  --until <time>        with statusAt before this time; without an end if absent
  --limit <number>      the most events (default 10000); call again for more
  --dry-run             counts the events, and changes nothing
  --no-wait             does not wait for the replicas
  --reason <text>       why, for callbacks list
  --json                for programs
${databaseOptions}
Examples
  cascade-service callbacks list --account demo
  cascade-service callbacks resend --registration 7 --since 2026-11-22T10:00:00Z --dry-run
  cascade-service callbacks resend --request-id f81d4fae-7dec-41d0-a765-00a0c91e6bf6
  cascade-service callbacks disable 7 --reason 'moves to another host'

${exitCodes}`;

/** Shows callback registrations (ADR-0014), disables them, and sends events again (ADR-0041). */
export const callbacks: Command = {
  name: 'callbacks',
  summary: 'lists callback URLs, disables them, and sends undelivered events again',
  help,
  run: async (args, terminal) => runAction({ list, resend, disable, enable }, args, terminal),
};
