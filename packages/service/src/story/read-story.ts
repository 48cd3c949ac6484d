import type { Pool } from 'pg';
import type { PlannedStage } from '../accounts/directory/account.ts';
import type { MessageKey } from '../store/message-key.ts';
import type { Story, StoryAttempt, StoryEvent, StoryMoney, StoryStage, Try } from './story.ts';

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

/** A stage is charged when it starts, unless it was refused, which ends it at the same instant (ADR-0012, ADR-0037). */
function isCharged(attempt: StoryAttempt | null): boolean {
  if (attempt === null) return false;
  return attempt.endedAt === null || attempt.endedAt > attempt.startedAt;
}

/** From `status_events.tries`. */
function toTry(text: string): Try {
  const [at = '', result = '', took] = text.split(' ');
  return { at: new Date(at), result, tookMs: took === undefined ? null : Number(took) };
}

const messageSql = `
select message.id as "messageId", account.name as account, message.request_id_as_sent as "requestId",
  message.cascade_id as "cascadeId", message.state, message.accepted_at as "acceptedAt", message.start_at as "startAt",
  message.ended_at as "endedAt", message.duplicate, message.reserved, plan.stages as plan
from cascade.messages message
join cascade.accounts account on account.id = message.account_id
join cascade.message_plans plan on plan.account_id = message.account_id and plan.message_id = message.id
where message.account_id = $1 and message.id = $2`;

const attemptsSql = `
select position, id, status, reason, coalesce(gateway_reference, other_reference) as reference, started_at as "startedAt", ended_at as "endedAt"
from cascade.stage_attempts where account_id = $1 and message_id = $2 order by position`;

const eventsSql = `
select id, at, position, status, reason, state as callback, attempts, last_result as "lastResult", tries
from cascade.status_events where account_id = $1 and message_id = $2
order by at, coalesce(position, 0), id
limit 1000`;
