import type { PoolClient } from 'pg';
import { prepared } from '../store/prepared.ts';
import type { Attempt, CascadeState } from './cascade-state.ts';
import { type AttemptStatus, isUnderWay } from './status-rank.ts';

/** The state of a message before and after a batch. */
export interface Difference {
  readonly before: CascadeState;
  readonly after: CascadeState;
}

/** Writes the changed attempts and messages, with one statement each. */
export async function saveCascades(client: PoolClient, differences: readonly Difference[]): Promise<void> {
  const states = differences.filter(isMessageChanged).map(({ after }) => after);
  await Promise.all([
    saveAttempts(client, differences.flatMap(changedAttempts)),
    saveMessages(client, states),
  ]);
}

interface ChangedAttempt {
  readonly messageId: number;
  readonly attempt: Attempt;
}

function changedAttempts({ before, after }: Difference): ChangedAttempt[] {
  return after.attempts
    .filter((attempt, index) => before.attempts[index] !== attempt)
    .map((attempt) => ({ messageId: after.messageId, attempt }));
}

function isMessageChanged({ before, after }: Difference): boolean {
  return before.phase !== after.phase || before.reserved !== after.reserved;
}

async function saveAttempts(client: PoolClient, changed: readonly ChangedAttempt[]): Promise<void> {
  if (changed.length === 0) return;
  const attempts = changed.map(({ attempt }) => attempt);
  await client.query(
    saveAttemptsSql([
      attempts.map(({ id }) => id),
      changed.map(({ messageId }) => messageId),
      attempts.map(({ position }) => position),
      attempts.map(({ status }) => stateOf(status)),
      attempts.map(({ status }) => status),
      attempts.map(({ reason }) => reason),
      attempts.map(({ reference }) => reference),
      attempts.map(({ template }) => template),
      attempts.map(({ startedAt }) => startedAt),
      attempts.map(({ changedAt }) => changedAt),
      attempts.map(({ endedAt }) => endedAt),
    ]),
  );
}

const saveAttemptsSql = prepared(`insert into cascade.stage_attempts (
       id, message_id, position, state, status, reason, gateway_reference, template, started_at, changed_at,
       ended_at
     )
     select * from unnest(
       $1::uuid[], $2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::timestamptz[], $10::timestamptz[], $11::timestamptz[]
     )
     on conflict (id) do update
     set state = excluded.state, status = excluded.status, reason = excluded.reason,
       gateway_reference = excluded.gateway_reference, changed_at = excluded.changed_at,
       ended_at = excluded.ended_at`);

/** The coarse state that the table stores beside the status. */
function stateOf(status: AttemptStatus): 'sending' | 'sent' | 'ended' {
  if (status === 'ENQUEUED') return 'sending';
  return isUnderWay(status) ? 'sent' : 'ended';
}

async function saveMessages(client: PoolClient, states: readonly CascadeState[]): Promise<void> {
  if (states.length === 0) return;
  await client.query(
    saveMessagesSql([
      states.map(({ messageId }) => messageId),
      states.map(({ phase }) => phase),
      states.map(({ reserved }) => reserved),
      states.map(({ endedAt }) => endedAt),
    ]),
  );
}

const saveMessagesSql = prepared(`update cascade.messages m
     set state = s.state, reserved = s.reserved, ended_at = s.ended_at
     from unnest($1::bigint[], $2::text[], $3::bigint[], $4::timestamptz[]) as s (id, state, reserved, ended_at)
     where m.id = s.id`);
