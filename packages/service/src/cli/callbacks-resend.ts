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
import { findMessages } from '../story/story.ts';
import { options, parseId, parseInstant, parseLimit, parseRegistration, UsageError } from './options.ts';
import type { Terminal } from './terminal.ts';
import { type Owns, ofEvent, ofMessage, ofRegistration, withStore } from './with-store.ts';

/** What the command line names, or why there is nothing to send. */
type Chosen = { readonly selection: Selection; readonly note?: string } | { readonly nothing: string };

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
      const choose = chooser(named);
      await withStore(named, terminal, ownerOf(named), async (pool) => {
        const chosen = await choose(pool, dryRun);
        if ('nothing' in chosen) throw new Error(chosen.nothing);
        if (chosen.note !== undefined) terminal.err(`${chosen.note}\n`);
        const { events } = await countUndelivered(pool, chosen.selection);
        if (dryRun) {
          terminal.out(
            `${events} undelivered events; ${Math.min(events, limit)} would be sent again. Nothing was changed.\n`,
          );
          return;
        }
        const asked = await askToResend(pool, chosen.selection, limit);
        terminal.out(`${asked} of ${events} undelivered events are asked for.\n`);
        if (wait) await watch(pool, chosen.selection, terminal);
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
function chooser(values: Values): (pool: Pool, isDry: boolean) => Promise<Chosen> {
  const { event, requestId, registration, since, until, account } = values;
  if ([event, requestId, registration].filter((value) => value !== undefined).length !== 1)
    throw new UsageError('One of --event, --request-id and --registration must be given.');
  if (registration === undefined && (since ?? until) !== undefined)
    throw new UsageError('--since and --until need --registration.');
  if (requestId === undefined && account !== undefined) throw new UsageError('--account needs --request-id.');
  if (event !== undefined) return chooseEvent(event);
  if (requestId !== undefined) return chooseMessage(requestId, account);
  if (since === undefined) throw new UsageError('--registration needs --since.');
  return chooseRegistration(Number(registration), { since, ...(until !== undefined && { until }) });
}

function chooseEvent(eventId: string) {
  return async (pool: Pool, isDry: boolean): Promise<Chosen> => {
    const state = await recallEvent(pool, eventId, isDry);
    if (state === undefined)
      return { nothing: `There is no event ${eventId}. It may be past its retention.` };
    if (state === 'pending')
      return { nothing: `${eventId} is on its way: a replica sends it without a resend.` };
    return { selection: { eventId } };
  };
}

function chooseMessage(id: string, account: string | undefined) {
  return async (pool: Pool): Promise<Chosen> => {
    const found = await findMessages(pool, id, account);
    const accounts = [...new Set(found.map((message) => message.account))];
    if (found.length === 0) return { nothing: `There is no message ${id}. It may be past its retention.` };
    if (accounts.length > 1)
      return { nothing: `${id} is a message of ${accounts.join(' and of ')}. Choose one with --account.` };
    return { selection: { messages: found } };
  };
}

function chooseRegistration(id: number, times: { readonly since: Date; readonly until?: Date }) {
  return async (pool: Pool): Promise<Chosen> => {
    const registration = await findRegistration(pool, id);
    const selection = { registration, ...times };
    if (registration.disabledAt === null) return { selection };
    return { selection, note: `Registration ${id} is disabled: events wait until callbacks enable ${id}.` };
  };
}

/** Milliseconds between two looks, and how long no replica may take any before the command gives up waiting. */
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
