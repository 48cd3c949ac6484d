import type { PoolClient } from 'pg';
import { prepared } from '../store/prepared.ts';
import type { Attempt, CascadeState } from './cascade-state.ts';
import { type AttemptStatus, isUnderWay } from './status-rank.ts';

/** The state of a message before and after a batch. */
export interface Difference {
  readonly before: CascadeState;
  readonly after: CascadeState;
}

/** Writes the changed attempts and messages, with a statement each for new attempts, changed ones, and messages. */
export async function saveCascades(client: PoolClient, differences: readonly Difference[]): Promise<void> {
  const states = differences.filter(isMessageChanged).map(({ after }) => after);
  await Promise.all([
    insertAttempts(client, differences.flatMap(newAttempts)),
    updateAttempts(client, differences.flatMap(changedAttempts)),
    saveMessages(client, states),
  ]);
}

interface MessageAttempt {
  readonly messageId: number;
  readonly attempt: Attempt;
}

function newAttempts({ before, after }: Difference): MessageAttempt[] {
  return after.attempts
    .slice(before.attempts.length)
    .map((attempt) => ({ messageId: after.messageId, attempt }));
}

function changedAttempts({ before, after }: Difference): Attempt[] {
  return after.attempts
    .slice(0, before.attempts.length)
    .filter((attempt, index) => before.attempts[index] !== attempt);
}

function isMessageChanged({ before, after }: Difference): boolean {
  return before.phase !== after.phase || before.reserved !== after.reserved;
}

async function insertAttempts(client: PoolClient, inserted: readonly MessageAttempt[]): Promise<void> {
  if (inserted.length === 0) return;
  const attempts = inserted.map(({ attempt }) => attempt);
  await client.query(
    insertAttemptsSql([
      ...changingColumns(attempts),
      inserted.map(({ messageId }) => messageId),
      attempts.map(({ position }) => position),
      attempts.map(({ template }) => template),
      attempts.map(({ startedAt }) => startedAt),
    ]),
  );
}

async function updateAttempts(client: PoolClient, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length > 0) await client.query(updateAttemptsSql(changingColumns(attempts)));
}

function changingColumns(attempts: readonly Attempt[]): unknown[] {
  return [
    attempts.map(({ id }) => id),
    attempts.map(({ status }) => stateOf(status)),
    attempts.map(({ status }) => status),
    attempts.map(({ reason }) => reason),
    attempts.map(({ reference }) => reference),
    attempts.map(({ changedAt }) => changedAt),
    attempts.map(({ endedAt }) => endedAt),
  ];
}

/** Receipts are searched for by the references of SMPP, and only these are in the column with the index. */
const indexedReference = "case when reference like 'smpp:%' then reference end";
const otherReference = "case when reference not like 'smpp:%' then reference end";

const insertAttemptsSql = prepared(`
insert into cascade.stage_attempts (
  id, state, status, reason, changed_at, ended_at, message_id, position, template, started_at, gateway_reference, other_reference
)
select id, state, status, reason, changed_at, ended_at, message_id, position, template, started_at,
  ${indexedReference}, ${otherReference}
from unnest(
  $1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[],
  $8::bigint[], $9::int[], $10::text[], $11::timestamptz[]
) as a (id, state, status, reason, reference, changed_at, ended_at, message_id, position, template, started_at)`);

const updateAttemptsSql = prepared(`
update cascade.stage_attempts attempt
set state = a.state, status = a.status, reason = a.reason, changed_at = a.changed_at, ended_at = a.ended_at,
  gateway_reference = ${indexedReference}, other_reference = ${otherReference}
from unnest(
  $1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[]
) as a (id, state, status, reason, reference, changed_at, ended_at)
where attempt.id = a.id`);

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
