import type { Command } from '@commander-js/extra-typings';
import type { Pool } from 'pg';
import { findAccountId } from '../accounts/find-account-id.ts';
import { sql, t } from '../store/tables.ts';
import { findMessages, readStory, type Story } from '../story/story.ts';
import { callbackStateName, timelineOf } from '../story/timeline.ts';
import { options, parseId, parseLimit } from './options.ts';
import { formatJson, formatTable, type Terminal } from './terminal.ts';
import { ofAccount, withStore, withStores } from './with-store.ts';

/** Lists and shows messages, without content and address. */
export function addMessages(program: Command, terminal: Terminal): void {
  const messages = program
    .command('messages')
    .description('lists messages, and shows the story of one')
    .addHelpText(
      'after',
      `
Content and address of a message are never shown.

Examples:
  cascade-service messages list --account demo --limit 5
  cascade-service messages show f81d4fae-7dec-41d0-a765-00a0c91e6bf6`,
    );

  messages
    .command('list')
    .description('lists the messages of an account, the latest first')
    .addOption(options.account)
    .option('--limit <number>', 'messages to list', parseLimit, 20)
    .addOption(options.json)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async ({ account, limit, json, ...at }) => {
      const rows = await withStore(at, terminal, ofAccount(account), (pool) =>
        listMessages(pool, account, limit),
      );
      const columns = ['requestId', 'cascadeId', 'state', 'acceptedAt', 'endedAt'] as const;
      terminal.out(json ? formatJson(rows) : formatTable(columns, rows));
    });

  messages
    .command('show')
    .summary('prints the story of a message')
    .description(
      'prints the story of a message: when it was accepted and for which account, its stages and attempts, its status events with every callback attempt (time, status or error, duration), its money, and all of that in the order of time',
    )
    .argument('<id>', 'a requestId or a messageId', parseId)
    .option('--account <name>', 'the account; all accounts if absent')
    .option('--json', 'for programs: a list, since two accounts may use one requestId')
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async (id, { account, json, ...at }) => {
      const storiesOf = async (pool: Pool) => {
        const found = await findMessages(pool, id, account);
        return Promise.all(found.map((message) => readStory(pool, message)));
      };
      const stories =
        account === undefined
          ? await withStores(at, terminal, async (pools) => (await Promise.all(pools.map(storiesOf))).flat())
          : await withStore(at, terminal, ofAccount(account), async (pool) => {
              await findAccountId(pool, account);
              return storiesOf(pool);
            });
      const told = stories.filter((story) => story !== undefined);
      if (told.length === 0)
        throw new Error(`${account ?? 'No account'} has no message ${id}. It may be past its retention.`);
      terminal.out(json ? formatJson(told) : told.map(format).join('\n'));
    });
}

/** A message without content, address and comment. */
interface MessageFacts {
  /** As the consumer sent it. */
  readonly requestId: string;
  readonly cascadeId: number;
  readonly state: string;
  readonly acceptedAt: Date;
  readonly startAt: Date | null;
  readonly endedAt: Date | null;
  readonly reserved: number;
  readonly duplicate: boolean;
}

const facts = `
request_id_as_sent as "requestId", cascade_id as "cascadeId", state, accepted_at as "acceptedAt",
start_at as "startAt", ended_at as "endedAt", reserved, duplicate`;

/**
 * The latest messages of an account.
 * @throws {UnknownAccountError}
 */
async function listMessages(pool: Pool, account: string, limit: number): Promise<readonly MessageFacts[]> {
  const { rows } = await pool.query<MessageFacts>(
    // With the condition of the index by time.
    sql`select ${facts} from ${t.messages} where account_id = $1 and id > 0 order by accepted_at desc, id desc limit $2`,
    [await findAccountId(pool, account), limit],
  );
  return rows;
}

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
        callback: callbackStateName(callback),
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
