import { setTimeout } from 'node:timers/promises';
import type { Command } from '@commander-js/extra-typings';
import type { Pool } from 'pg';
import { findRegistration } from '../callbacks/registrations.ts';
import {
  askToResend,
  countUndelivered,
  recallEvent,
  type Selection,
} from '../callbacks/undelivered/selection.ts';
import { defined } from '../defined.ts';
import { findMessages } from '../story/story.ts';
import { options, parseId, parseInstant, parseLimit, parseRegistration, UsageError } from './options.ts';
import type { Terminal } from './terminal.ts';
import { type Owns, ofEvent, ofMessage, ofRegistration, withStore } from './with-store.ts';

/** `callbacks resend` */
export function addResend(callbacks: Command, terminal: Terminal): void {
  callbacks
    .command('resend')
    .summary('sends undelivered events again')
    .description(
      'has the running replicas send undelivered events again, with the same webhook-id and a fresh retry schedule, the oldest first. It may be stopped at any time: the replicas send what was asked for',
    )
    .option('--event <id>', 'one event, by its webhook-id; it may have been delivered', parseId)
    .option(
      '--request-id <id>',
      'the undelivered events of a message, by its requestId or messageId',
      parseId,
    )
    .option('--account <name>', 'the account of --request-id; all accounts if absent')
    .option('--registration <n>', 'the undelivered events of a registration', parseRegistration)
    .option('--since <time>', 'of --registration: with statusAt at this time or later', parseInstant)
    .option('--until <time>', 'with statusAt before this time; without an end if absent', parseInstant)
    .option('--limit <number>', 'the most events; call again for more', parseLimit, 10_000)
    .option('--dry-run', 'counts the events, and changes nothing', false)
    .option('--no-wait', 'does not wait for the replicas')
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async ({ dryRun, wait, limit, ...named }) => {
      checkSelection(named);
      await withStore(named, terminal, ownerOf(named), async (pool) => {
        const selection = await choose(pool, named, dryRun, terminal);
        const { events } = await countUndelivered(pool, selection);
        if (dryRun) {
          terminal.out(
            `${events} undelivered events; ${Math.min(events, limit)} would be sent again. Nothing was changed.\n`,
          );
          return;
        }
        const asked = await askToResend(pool, selection, limit);
        terminal.out(`${asked} of ${events} undelivered events are asked for.\n`);
        if (wait) await watch(pool, selection, terminal);
      });
    });
}

interface Values {
  readonly event?: string | undefined;
  readonly requestId?: string | undefined;
  readonly account?: string | undefined;
  readonly registration?: number | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Which database has the one selection that the options name. */
function ownerOf({ event, requestId, registration, account }: Values): Owns {
  if (event !== undefined) return ofEvent(event);
  if (requestId !== undefined) return ofMessage(requestId, account);
  return ofRegistration(Number(registration));
}

/** @throws {UsageError} unless the options name exactly one selection. */
function checkSelection({ event, requestId, registration, since, until, account }: Values): void {
  if ([event, requestId, registration].filter((value) => value !== undefined).length !== 1)
    throw new UsageError('One of --event, --request-id and --registration must be given.');
  if (registration === undefined && (since ?? until) !== undefined)
    throw new UsageError('--since and --until need --registration.');
  if (requestId === undefined && account !== undefined) throw new UsageError('--account needs --request-id.');
  if (registration !== undefined && since === undefined)
    throw new UsageError('--registration needs --since.');
}

/** What the options name. @throws if there is nothing to send. */
function choose(
  pool: Pool,
  { event, requestId, account, registration, since, until }: Values,
  isDry: boolean,
  terminal: Terminal,
): Promise<Selection> {
  if (event !== undefined) return chooseEvent(pool, event, isDry);
  if (requestId !== undefined) return chooseMessage(pool, requestId, account);
  return chooseRegistration(pool, Number(registration), defined({ since, until }), terminal);
}

async function chooseEvent(pool: Pool, eventId: string, isDry: boolean): Promise<Selection> {
  const state = await recallEvent(pool, eventId, isDry);
  if (state === undefined) throw new Error(`There is no event ${eventId}. It may be past its retention.`);
  if (state === 'pending') throw new Error(`${eventId} is on its way: a replica sends it without a resend.`);
  return { eventId };
}

async function chooseMessage(pool: Pool, id: string, account: string | undefined): Promise<Selection> {
  const messages = await findMessages(pool, id, account);
  const accounts = [...new Set(messages.map((message) => message.account))];
  if (messages.length === 0) throw new Error(`There is no message ${id}. It may be past its retention.`);
  if (accounts.length > 1)
    throw new Error(`${id} is a message of ${accounts.join(' and of ')}. Choose one with --account.`);
  return { messages };
}

async function chooseRegistration(
  pool: Pool,
  id: number,
  times: { readonly since?: Date; readonly until?: Date },
  terminal: Terminal,
): Promise<Selection> {
  const registration = await findRegistration(pool, id);
  if (registration.disabledAt !== null)
    terminal.err(`Registration ${id} is disabled: events wait until callbacks enable ${id}.\n`);
  return { registration, ...times };
}

/**
 * Milliseconds between two looks, and how long no replica may take any before the command gives up waiting.
 */
const looks = { every: 500, patience: 20_000 } as const;

/** Reports how many events the replicas have taken, until they took all. */
async function watch(pool: Pool, selection: Selection, { out }: Pick<Terminal, 'out'>): Promise<void> {
  const first = await countUndelivered(pool, selection);
  let left = first.asked;
  for (let idle = 0; left > 0 && idle < looks.patience; ) {
    await setTimeout(looks.every);
    const { asked } = await countUndelivered(pool, selection);
    if (asked < left) out(`${first.asked - asked} of ${first.asked} returned to the queue\n`);
    idle = asked < left ? 0 : idle + looks.every;
    left = asked;
  }
  if (left > 0)
    throw new Error(
      `${left} events wait for a replica, or until their registration is enabled. They stay asked for.`,
    );
  out('Done: the replicas send all of them, with a fresh retry schedule.\n');
}
