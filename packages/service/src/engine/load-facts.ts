import {
  contentOf,
  type PlannedStage,
  readContent,
  type StageFacts,
  type Template,
} from '@cascade/transition';
import type { PoolClient } from 'pg';
import { digitsOf } from '../gateways/opt-outs.ts';
import type { MessageKey } from '../store/message-key.ts';
import { prepared } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import type { LoadedCascade } from './load-cascades.ts';

/** A stage that is about to start. */
export interface DueStage {
  readonly cascade: LoadedCascade;
  readonly stage: PlannedStage;
}

/** Facts about due stages, as of now. Accounts that count template messages must be locked. */
export type FactBook = ReturnType<typeof bookOf>;

export interface FactOptions {
  readonly lengthLimits: Readonly<Record<string, number>>;
  /** Channels that have no gateway. */
  readonly withoutGateway: readonly string[];
  /** Channels of which the numbers that want no messages are looked up (ADR-0054). */
  readonly withOptOuts: readonly string[];
  readonly at: Date;
}

/** The senders and templates that the rules need, which are read without a lock. */
export interface Declared {
  /** By account, channel and name. */
  readonly senders: ReadonlySet<string>;
  /** By account and channel. */
  readonly templates: ReadonlyMap<string, readonly Template[]>;
  /** The accounts that have any. */
  readonly withTemplates: ReadonlySet<number>;
}

/** Reads the facts that the rules need beside what was declared. */
export async function loadFacts(
  client: PoolClient,
  due: readonly DueStage[],
  declared: Declared,
  options: FactOptions,
): Promise<FactBook> {
  const { templates } = declared;
  const chattwo = due.filter(
    (one) => one.stage.channel === 'CHATTWO' && templates.has(keyOf(one.cascade.accountId, 'CHATTWO')),
  );
  const listed = due.filter(({ stage }) => options.withOptOuts.includes(stage.channel));
  const [dialogues, left, optOuts] = await Promise.all([
    loadDialogues(client, chattwo, options.at),
    loadTemplatesLeft(client, chattwo, options.at),
    loadOptOuts(client, listed),
  ]);
  return bookOf(declared, { dialogues, left, optOuts }, options);
}

/** The facts about stages of accounts without templates, whose senders are activated, and without opt-outs. */
export function factsWithoutTemplates(due: readonly DueStage[], options: Omit<FactOptions, 'at'>): FactBook {
  const senders = due.map(({ cascade: { accountId }, stage: { channel, subject } }) =>
    keyOf(accountId, channel, subject ?? ''),
  );
  const declared = { senders: new Set(senders), templates: new Map() };
  return bookOf(declared, { dialogues: new Set(), left: new Map(), optOuts: new Set() }, options);
}

interface Counts {
  /** Open, by account and address. */
  readonly dialogues: ReadonlySet<string>;
  /** Template messages that may still be sent today, by account. */
  readonly left: ReadonlyMap<number, number>;
  /** By account and digits of the number. */
  readonly optOuts: ReadonlySet<string>;
}

function bookOf(
  { senders: activated, templates }: Pick<Declared, 'senders' | 'templates'>,
  { dialogues, left, optOuts }: Counts,
  { lengthLimits, withoutGateway, withOptOuts }: Omit<FactOptions, 'at'>,
) {
  const counted = new Map<number, number>();
  return {
    /** Template messages counted in this batch, by account. */
    counted,
    /** Uses up one of today's template messages. */
    countTemplate(accountId: number): void {
      counted.set(accountId, (counted.get(accountId) ?? 0) + 1);
    },
    factsOf: ({
      cascade: { accountId, address, addressType, duplicate, content },
      stage,
    }: DueStage): StageFacts => ({
      channel: stage.channel,
      hasGateway: !withoutGateway.includes(stage.channel),
      address,
      addressType,
      duplicate,
      content: readContent(contentOf(content, stage.channel)),
      senderActivated:
        stage.subject === null || activated.has(keyOf(accountId, stage.channel, stage.subject)),
      hasOptedOut: withOptOuts.includes(stage.channel) && optOuts.has(keyOf(accountId, digitsOf(address))),
      lengthLimit: lengthLimits[stage.channel],
      templates: templates.get(keyOf(accountId, stage.channel)) ?? [],
      dialogueOpen: dialogues.has(keyOf(accountId, address)),
      templateMessagesLeft: (left.get(accountId) ?? Number.POSITIVE_INFINITY) - (counted.get(accountId) ?? 0),
    }),
  };
}

/** What is declared for the stages of messages. */
export async function loadDeclared(client: PoolClient, messages: readonly MessageKey[]): Promise<Declared> {
  if (messages.length === 0) return { senders: new Set(), templates: new Map(), withTemplates: new Set() };
  const { rows } = await client.query<DeclaredRow>(
    declaredSql([messages.map(({ accountId }) => accountId), messages.map(({ messageId }) => messageId)]),
  );
  const senders = rows.filter(({ text }) => text === null);
  const templates = rows.flatMap(({ text, ...row }) => (text === null ? [] : [{ ...row, text }]));
  return {
    senders: new Set(senders.map(({ account_id, channel, name }) => keyOf(account_id, channel, name))),
    templates: Map.groupBy(templates, ({ account_id, channel }) => keyOf(account_id, channel)),
    withTemplates: new Set(templates.map(({ account_id }) => account_id)),
  };
}

interface DeclaredRow {
  readonly account_id: number;
  readonly channel: string;
  readonly name: string;
  /** Of a template; null for a sender. */
  readonly text: string | null;
}

// Not compared with a clock: after a step back all that was activated before it would be activated in the
// future.
const declaredSql = prepared`
select distinct s.account_id, s.channel, s.subject as name, null as text
from unnest($1::bigint[], $2::bigint[]) as due (account_id, message_id)
join ${t.message_plans} p on p.account_id = due.account_id and p.message_id = due.message_id
cross join lateral jsonb_to_recordset(p.stages) as stage (channel text, subject text)
join ${t.senders} s on s.account_id = due.account_id and s.channel = stage.channel and s.subject = stage.subject
where s.activated_at is not null
union all
select account_id, channel, name, text from ${t.templates} where account_id = any($1::bigint[])
order by account_id, channel, name`;

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

const dialoguesSql = prepared`select d.account_id, d.address
     from ${t.dialogues} d
     join (select distinct * from unnest($1::bigint[], $2::text[])) as due (account_id, address)
       using (account_id, address)
     where d.open_until > $3`;

async function loadOptOuts(client: PoolClient, due: readonly DueStage[]): Promise<Set<string>> {
  if (due.length === 0) return new Set();
  const { rows } = await client.query<{ account_id: number; address: string }>(
    optOutsSql([
      due.map(({ cascade }) => cascade.accountId),
      due.map(({ cascade }) => digitsOf(cascade.address)),
    ]),
  );
  return new Set(rows.map(({ account_id, address }) => keyOf(account_id, address)));
}

const optOutsSql = prepared`select listed.account_id, listed.address
     from ${t.opt_outs} listed
     join (select distinct * from unnest($1::bigint[], $2::text[])) as due (account_id, address)
       using (account_id, address)`;

async function loadTemplatesLeft(
  client: PoolClient,
  due: readonly DueStage[],
  at: Date,
): Promise<Map<number, number>> {
  if (due.length === 0) return new Map();
  const { rows } = await client.query<{ id: number; left: number }>(templatesLeftSql([accountsOf(due), at]));
  return new Map(rows.map(({ id, left }) => [id, left]));
}

const templatesLeftSql = prepared`select a.id, a.template_messages_per_day - coalesce(d.sent, 0) as left
     from ${t.accounts} a
     left join ${t.template_days} d on d.account_id = a.id and d.day = ($2::timestamptz at time zone 'UTC')::date
     where a.id = any($1::bigint[]) and a.template_messages_per_day is not null`;

function accountsOf(due: readonly DueStage[]): number[] {
  return [...new Set(due.map(({ cascade }) => cascade.accountId))];
}

function keyOf(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}
