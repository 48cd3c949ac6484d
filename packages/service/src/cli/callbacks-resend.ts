import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { findRegistration } from '../callbacks/registrations.ts';
import {
  askToResend,
  countUndelivered,
  recallEvent,
  type Selection,
} from '../callbacks/undelivered/selection.ts';
import { findMessages } from '../story/find-messages.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { ofEvent, ofMessage, ofRegistration } from './owners.ts';
import {
  parseCommandLine,
  parseId,
  parseInstant,
  parseLimit,
  parseRegistration,
  required,
} from './parse-command-line.ts';
import type { Action } from './run-action.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { type Owns, withStore } from './with-store.ts';

/** What the command line names, or why there is nothing to send. */
type Chosen = { readonly selection: Selection; readonly note?: string } | { readonly nothing: string };

/** `callbacks resend` */
export const resend: Action = async (args, terminal) => {
  const { values } = parseCommandLine(args, [], {
    event: { type: 'string' },
    'request-id': { type: 'string' },
    account: { type: 'string' },
    registration: { type: 'string' },
    since: { type: 'string' },
    until: { type: 'string' },
    limit: { type: 'string', default: '10000' },
    'dry-run': { type: 'boolean', default: false },
    'no-wait': { type: 'boolean', default: false },
  });
  const choose = chooser(values);
  const limit = parseLimit(values.limit);
  return withStore(values, terminal, ownerOf(values), async (pool) => {
    const chosen = await choose(pool, values['dry-run']);
    if ('nothing' in chosen) {
      terminal.err(`${chosen.nothing}\n`);
      return exitCode.failed;
    }
    if (chosen.note !== undefined) terminal.err(`${chosen.note}\n`);
    const { events } = await countUndelivered(pool, chosen.selection);
    if (values['dry-run']) {
      terminal.out(
        `${events} undelivered events; ${Math.min(events, limit)} would be sent again. Nothing was changed.\n`,
      );
      return exitCode.done;
    }
    const asked = await askToResend(pool, chosen.selection, limit);
    terminal.out(`${asked} of ${events} undelivered events are asked for.\n`);
    return values['no-wait'] ? exitCode.done : watch(pool, chosen.selection, terminal);
  });
};

interface Values {
  readonly event?: string | undefined;
  readonly 'request-id'?: string | undefined;
  readonly account?: string | undefined;
  readonly registration?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** The shard of the one selection that the options name. */
function ownerOf({ event, 'request-id': requestId, registration, account }: Values): Owns {
  if (event !== undefined) return ofEvent(event);
  if (requestId !== undefined) return ofMessage(requestId, account);
  return ofRegistration(Number(registration));
}

/** @throws {UsageError} unless the options name exactly one selection. */
function chooser(values: Values): (pool: Pool, isDry: boolean) => Promise<Chosen> {
  const { event, 'request-id': requestId, registration, since, until, account } = values;
  if ([event, requestId, registration].filter((value) => value !== undefined).length !== 1)
    throw new UsageError('One of --event, --request-id and --registration must be given.');
  if (registration === undefined && (since ?? until) !== undefined)
    throw new UsageError('--since and --until need --registration.');
  if (requestId === undefined && account !== undefined) throw new UsageError('--account needs --request-id.');
  if (event !== undefined) return chooseEvent(parseId(event, 'event'));
  if (requestId !== undefined) return chooseMessage(parseId(requestId, 'request-id'), account);
  return chooseRegistration(parseRegistration(registration ?? ''), {
    since: parseInstant(required(since, 'since'), 'since'),
    ...(until !== undefined && { until: parseInstant(until, 'until') }),
  });
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
async function watch(pool: Pool, selection: Selection, { out }: Pick<Terminal, 'out'>): Promise<ExitCode> {
  const first = await countUndelivered(pool, selection);
  let left = first.asked;
  for (let idle = 0; left > 0 && idle < looks.patience; ) {
    await setTimeout(looks.every);
    const { asked } = await countUndelivered(pool, selection);
    if (asked < left) out(`${first.asked - asked} of ${first.asked} returned to the queue\n`);
    idle = asked < left ? 0 : idle + looks.every;
    left = asked;
  }
  if (left === 0) {
    out('Done: the replicas send all of them, with a fresh retry schedule.\n');
    return exitCode.done;
  }
  out(`${left} events wait for a replica, or until their registration is enabled. They stay asked for.\n`);
  return exitCode.failed;
}
