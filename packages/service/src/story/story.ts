import type { PlannedStage } from '@cascade/transition';
import type { Pool } from 'pg';
import { requestKey } from '../history/filter.ts';
import { selectKept } from '../intake/kept-fields.ts';
import type { MessageKey } from '../store/message-key.ts';
import { sql, t } from '../store/tables.ts';

/**
 * Everything that is known of one message, except what it says and to whom: operators never see content and
 * address.
 */
export interface Story {
  readonly messageId: number;
  readonly account: string;
  /** As the consumer sent it. */
  readonly requestId: string;
  readonly cascadeId: number;
  readonly state: 'scheduled' | 'running' | 'ended';
  readonly acceptedAt: Date;
  /** When it is to start; null for at once. */
  readonly startAt: Date | null;
  readonly endedAt: Date | null;
  /** Whether an equal message was accepted shortly before (ADR-0026). */
  readonly duplicate: boolean;
  readonly stages: readonly StoryStage[];
  readonly events: readonly StoryEvent[];
  readonly money: StoryMoney;
}

/** A stage, and the attempt at it if there was one. */
export interface StoryStage {
  /** From 1. */
  readonly position: number;
  readonly channel: string;
  readonly subject: string | null;
  /** Minor units. */
  readonly price: number;
  readonly attempt: StoryAttempt | null;
}

interface StoryAttempt {
  readonly id: string;
  readonly status: string | null;
  readonly reason: string | null;
  /** The gateway's own id. */
  readonly reference: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

/** A change of the status, and what became of its callback. */
export interface StoryEvent {
  /** The webhook-id. */
  readonly id: string;
  readonly at: Date;
  readonly position: number | null;
  readonly status: string;
  readonly reason: string | null;
  /** The state of its callback. */
  readonly callback: string;
  /** Callback attempts since it was last sent again, and the result of the last one. */
  readonly attempts: number;
  readonly lastResult: string | null;
  /** The last 32; none from before migration 18. */
  readonly tries: readonly Try[];
}

/** A callback attempt, or that an operator had the event sent again. */
interface Try {
  readonly at: Date;
  /** The HTTP status, an error code, or `resent`. */
  readonly result: string;
  readonly tookMs: number | null;
}

/** In minor units: what was reserved when the message was accepted, and where it went (ADR-0012). */
interface StoryMoney {
  readonly accepted: number;
  readonly spent: number;
  readonly released: number;
  readonly stillReserved: number;
}

interface MessageRow extends Omit<Story, 'stages' | 'events' | 'money'> {
  readonly plan: readonly PlannedStage[];
  readonly reserved: number;
}

interface AttemptRow extends StoryAttempt {
  readonly position: number;
}

interface EventRow extends Omit<StoryEvent, 'tries'> {
  readonly tries: readonly string[] | null;
}

/** The story of a message; undefined if there is no such message. */
export async function readStory(
  pool: Pool,
  { accountId, messageId }: MessageKey,
): Promise<Story | undefined> {
  const key = [accountId, messageId];
  const { rows } = await pool.query<MessageRow>(messageSql, key);
  const [message] = rows;
  if (message === undefined) return undefined;
  const { rows: attempts } = await pool.query<AttemptRow>(attemptsSql, key);
  const { rows: stored } = await pool.query<EventRow>(eventsSql, key);
  const events = stored.map((event) => ({ ...event, tries: (event.tries ?? []).map(toTry) }));
  const { plan, reserved, ...facts } = message;
  const stages = plan.map((stage, index) => toStage(stage, index + 1, attempts));
  return { ...facts, stages, events, money: moneyOf(stages, reserved) };
}

function toStage(
  { channel, subject, price }: PlannedStage,
  position: number,
  attempts: readonly AttemptRow[],
): StoryStage {
  const found = attempts.find((attempt) => attempt.position === position);
  if (found === undefined) return { position, channel, subject, price, attempt: null };
  const { position: _, ...attempt } = found;
  return { position, channel, subject, price, attempt };
}

function moneyOf(stages: readonly StoryStage[], reserved: number): StoryMoney {
  const sum = (some: readonly StoryStage[]) => some.reduce((total, { price }) => total + price, 0);
  const accepted = sum(stages);
  const spent = sum(stages.filter(({ attempt }) => isCharged(attempt)));
  return { accepted, spent, released: accepted - spent - reserved, stillReserved: reserved };
}

/**
 * A stage is charged when it starts, unless it was refused, which ends it at the same instant (ADR-0012,
 * ADR-0037).
 */
function isCharged(attempt: StoryAttempt | null): boolean {
  if (attempt === null) return false;
  return attempt.endedAt === null || attempt.endedAt > attempt.startedAt;
}

/** From `status_events.tries`. */
function toTry(text: string): Try {
  const [at = '', result = '', took] = text.split(' ');
  return { at: new Date(at), result, tookMs: took === undefined ? null : Number(took) };
}

const messageSql = sql`
select ${selectKept('message')}message.id as "messageId", account.name as account, message.request_id_as_sent as "requestId",
  message.cascade_id as "cascadeId", message.state, message.accepted_at as "acceptedAt", message.start_at as "startAt",
  message.ended_at as "endedAt", message.duplicate, message.reserved, plan.stages as plan
from ${t.messages} message
join ${t.accounts} account on account.id = message.account_id
join ${t.message_plans} plan on plan.account_id = message.account_id and plan.message_id = message.id
where message.account_id = $1 and message.id = $2`;

const attemptsSql = sql`
select position, id, status, reason, coalesce(gateway_reference, other_reference) as reference, started_at as "startedAt", ended_at as "endedAt"
from ${t.stage_attempts} where account_id = $1 and message_id = $2 order by position`;

const eventsSql = sql`
select id, at, position, status, reason, state as callback, attempts, last_result as "lastResult", tries
from ${t.status_events} where account_id = $1 and message_id = $2
order by at, coalesce(position, 0), id
limit 1000`;

/** A message that an operator asked for. */
interface FoundMessage extends MessageKey {
  readonly account: string;
}

/**
 * The messages of an id: a request id, which each account may use once, or a message id. `account` is a name.
 * At most ten.
 */
export async function findMessages(
  pool: Pool,
  id: string,
  account: string | undefined,
): Promise<readonly FoundMessage[]> {
  const messageId = /^\d{1,15}$/.test(id) ? Number(id) : null;
  const { rows } = await pool.query<FoundMessage>(byId, [messageId, requestKey(id), account ?? null]);
  return rows;
}

const byId = sql`
select message.id as "messageId", account.id as "accountId", account.name as account
from ${t.accounts} account
join ${t.messages} message on message.account_id = account.id
where message.id = $1 and (account.name = $3 or $3::text is null)
union
select message.id, account.id, account.name
from ${t.accounts} account
join ${t.request_ids} found on found.account_id = account.id and found.request_id = $2
join ${t.messages} message on message.account_id = account.id and message.id = found.message_id
where account.name = $3 or $3::text is null
order by account, "messageId"
limit 10`;
