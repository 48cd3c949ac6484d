import type { PoolClient } from 'pg';
import type { PlannedStage } from '../accounts/directory/account.ts';
import { prepared } from '../store/prepared.ts';
import { contentOf, readContent } from './content-of.ts';
import type { StageFacts, Template } from './judge-stage.ts';
import type { LoadedCascade } from './load-cascades.ts';

/** A stage that is about to start. */
export interface DueStage {
  readonly cascade: LoadedCascade;
  readonly stage: PlannedStage;
}

/** Facts about due stages, as of now. Accounts that count template messages must be locked. */
export interface FactBook {
  factsOf(due: DueStage): StageFacts;
  /** Uses up one of today's template messages. */
  countTemplate(accountId: number): void;
  /** Template messages counted in this batch, by account. */
  readonly counted: ReadonlyMap<number, number>;
}

export interface FactOptions {
  readonly lengthLimits: Readonly<Record<string, number>>;
  /** Channels that have no gateway. */
  readonly withoutGateway: readonly string[];
  readonly at: Date;
}

/**
 * Reads the facts that the rules need, with one statement for all senders, one for all templates, and so on.
 */
export async function loadFacts(
  client: PoolClient,
  due: readonly DueStage[],
  { lengthLimits, withoutGateway, at }: FactOptions,
): Promise<FactBook> {
  const [activated, templates] = await Promise.all([loadSenders(client, due), loadTemplates(client, due)]);
  const chattwo = due.filter(
    (one) => one.stage.channel === 'CHATTWO' && templates.has(keyOf(one.cascade.accountId, 'CHATTWO')),
  );
  const [dialogues, left] = await Promise.all([
    loadDialogues(client, chattwo, at),
    loadTemplatesLeft(client, chattwo, at),
  ]);
  const counted = new Map<number, number>();
  return {
    counted,
    countTemplate: (accountId) => counted.set(accountId, (counted.get(accountId) ?? 0) + 1),
    factsOf: ({ cascade: { accountId, address, addressType, duplicate, content }, stage }) => ({
      channel: stage.channel,
      hasGateway: !withoutGateway.includes(stage.channel),
      address,
      addressType,
      duplicate,
      content: readContent(contentOf(content, stage.channel)),
      senderActivated:
        stage.subject === null || activated.has(keyOf(accountId, stage.channel, stage.subject)),
      lengthLimit: lengthLimits[stage.channel],
      templates: templates.get(keyOf(accountId, stage.channel)) ?? [],
      dialogueOpen: dialogues.has(keyOf(accountId, address)),
      templateMessagesLeft: (left.get(accountId) ?? Number.POSITIVE_INFINITY) - (counted.get(accountId) ?? 0),
    }),
  };
}

async function loadSenders(client: PoolClient, due: readonly DueStage[]): Promise<Set<string>> {
  const named = due.filter(({ stage }) => stage.subject !== null);
  if (named.length === 0) return new Set();
  const { rows } = await client.query<{ account_id: number; channel: string; subject: string }>(
    sendersSql([
      named.map(({ cascade }) => cascade.accountId),
      named.map(({ stage }) => stage.channel),
      named.map(({ stage }) => stage.subject),
    ]),
  );
  return new Set(rows.map(({ account_id, channel, subject }) => keyOf(account_id, channel, subject)));
}

// Not compared with a clock: after a step back all that was activated before it would be activated in the future.
const sendersSql = prepared(`select distinct s.account_id, s.channel, s.subject
     from cascade.senders s
     join unnest($1::bigint[], $2::text[], $3::text[]) as due (account_id, channel, subject)
       using (account_id, channel, subject)
     where s.activated_at is not null`);

async function loadTemplates(
  client: PoolClient,
  due: readonly DueStage[],
): Promise<Map<string, readonly Template[]>> {
  if (due.length === 0) return new Map();
  const { rows } = await client.query<Template & { account_id: number; channel: string }>(
    templatesSql([accountsOf(due)]),
  );
  return Map.groupBy(rows, ({ account_id, channel }) => keyOf(account_id, channel));
}

const templatesSql = prepared(`select account_id, channel, name, text
     from cascade.templates
     where account_id = any($1::bigint[])
     order by account_id, channel, name`);

async function loadDialogues(client: PoolClient, due: readonly DueStage[], at: Date): Promise<Set<string>> {
  if (due.length === 0) return new Set();
  const { rows } = await client.query<{ account_id: number; address: string }>(
    dialoguesSql([
      due.map(({ cascade }) => cascade.accountId),
      due.map(({ cascade }) => cascade.address),
      at,
    ]),
  );
  return new Set(rows.map(({ account_id, address }) => keyOf(account_id, address)));
}

const dialoguesSql = prepared(`select d.account_id, d.address
     from cascade.dialogues d
     join (select distinct * from unnest($1::bigint[], $2::text[])) as due (account_id, address)
       using (account_id, address)
     where d.open_until > $3`);

async function loadTemplatesLeft(
  client: PoolClient,
  due: readonly DueStage[],
  at: Date,
): Promise<Map<number, number>> {
  if (due.length === 0) return new Map();
  const { rows } = await client.query<{ id: number; left: number }>(templatesLeftSql([accountsOf(due), at]));
  return new Map(rows.map(({ id, left }) => [id, left]));
}

const templatesLeftSql = prepared(`select a.id, a.template_messages_per_day - coalesce(d.sent, 0) as left
     from cascade.accounts a
     left join cascade.template_days d on d.account_id = a.id and d.day = ($2::timestamptz at time zone 'UTC')::date
     where a.id = any($1::bigint[]) and a.template_messages_per_day is not null`);

function accountsOf(due: readonly DueStage[]): number[] {
  return [...new Set(due.map(({ cascade }) => cascade.accountId))];
}

function keyOf(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}
