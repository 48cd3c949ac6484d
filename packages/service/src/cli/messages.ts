import type { Pool } from 'pg';
import { findAccountId } from '../accounts/find-account-id.ts';
import { findMessages } from '../story/find-messages.ts';
import { readStory } from '../story/read-story.ts';
import type { Story } from '../story/story.ts';
import { nameOf, timelineOf } from '../story/timeline.ts';
import type { Command } from './command.ts';
import { exitCode } from './exit-code.ts';
import { formatJson, formatTable } from './format.ts';
import { ofAccount } from './owners.ts';
import { parseCommandLine, parseId, parseLimit, required } from './parse-command-line.ts';
import { listMessages } from './read-messages.ts';
import { type Action, runAction } from './run-action.ts';
import { databaseOptions, exitCodes } from './usage.ts';
import { withShards, withStore } from './with-store.ts';

const help = `cascade-service messages: scheduled messages and their status

Usage
  cascade-service messages list --account <name> [--limit <number>] [--json]
  cascade-service messages show <id> [--account <name>] [--json]

<id> is a requestId or a messageId. show prints the story of the message: when it was accepted and for which account,
its stages and attempts, its status events with every callback attempt (time, status or error, duration), its money,
and all of that in the order of time. --json prints a list, since two accounts may use one requestId. Content and
address of a message are never shown.

Options
  --account <name>      the account; show searches all accounts if absent
  --limit <number>      messages to list, latest first (default 20)
  --json                for programs
${databaseOptions}
Examples
  cascade-service messages list --account demo --limit 5
  cascade-service messages show f81d4fae-7dec-41d0-a765-00a0c91e6bf6

${exitCodes}`;

const list: Action = async (args, terminal) => {
  const { values } = parseCommandLine(args, [], {
    account: { type: 'string' },
    limit: { type: 'string', default: '20' },
    json: { type: 'boolean' },
  });
  const account = required(values.account, 'account');
  const limit = parseLimit(values.limit);
  const rows = await withStore(values, terminal, ofAccount(account), (pool) =>
    listMessages(pool, account, limit),
  );
  const columns = ['requestId', 'cascadeId', 'state', 'acceptedAt', 'endedAt'] as const;
  terminal.out(values.json ? formatJson(rows) : formatTable(columns, rows));
  return exitCode.done;
};

const show: Action = async (args, terminal) => {
  const options = { account: { type: 'string' }, json: { type: 'boolean' } } as const;
  const { values, words } = parseCommandLine(args, ['id'], options);
  const id = parseId(words[0] ?? '', 'id');
  const { account } = values;
  const storiesOf = async (pool: Pool) => {
    const found = await findMessages(pool, id, account);
    return Promise.all(found.map((message) => readStory(pool, message)));
  };
  const stories =
    account === undefined
      ? await withShards(values, terminal, async (pools) => (await Promise.all(pools.map(storiesOf))).flat())
      : await withStore(values, terminal, ofAccount(account), async (pool) => {
          await findAccountId(pool, account);
          return storiesOf(pool);
        });
  const told = stories.filter((story) => story !== undefined);
  if (told.length === 0) {
    terminal.err(`${values.account ?? 'No account'} has no message ${id}. It may be past its retention.\n`);
    return exitCode.failed;
  }
  terminal.out(values.json ? formatJson(told) : told.map(format).join('\n'));
  return exitCode.done;
};

function format(story: Story): string {
  const { stages, events, money, ...facts } = story;
  const rows = Object.entries({ ...facts, ...money }).map(([fact, value]) => ({ fact, value }));
  const attempts = stages.map(({ attempt, ...stage }) => ({ ...notStarted, ...attempt, ...stage }));
  return [
    formatTable(['fact', 'value'], rows),
    `stages\n${formatTable(stageColumns, attempts)}`,
    `events\n${formatTable(
      ['at', 'position', 'status', 'reason', 'callback', 'tries', 'last', 'id'],
      events.map(({ tries, callback, ...event }) => ({
        ...event,
        callback: nameOf(callback),
        tries: Math.max(event.attempts, tries.filter(({ tookMs }) => tookMs !== null).length),
        last: tries.at(-1)?.result ?? event.lastResult,
      })),
    )}`,
    `timeline\n${formatTable(['at', 'what'], timelineOf(story))}`,
  ].join('\n');
}

const notStarted = { status: null, reason: null, startedAt: null, endedAt: null, reference: null };

const stageColumns = [
  'position',
  'channel',
  'subject',
  'price',
  'status',
  'reason',
  'startedAt',
  'endedAt',
  'reference',
] as const;

/** Lists and shows messages, without content and address. */
export const messages: Command = {
  name: 'messages',
  summary: 'lists messages, and shows the story of one',
  help,
  run: async (args, terminal) => runAction({ list, show }, args, terminal),
};
