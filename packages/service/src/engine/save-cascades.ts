import type { MessageKey } from '../store/message-key.ts';
import { type Part, part } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import type { Attempt, CascadeState } from './cascade-state.ts';
import { type AttemptStatus, isUnderWay } from './status-rank.ts';

/** The state of a message before and after a batch. */
export interface Difference {
  readonly accountId: number;
  readonly before: CascadeState;
  readonly after: CascadeState;
}

/** Writes the changed attempts and messages: a part each for new attempts, changed ones, and messages. */
export function saveCascades(differences: readonly Difference[]): readonly Part[] {
  return [
    ...insertAttempts(differences.flatMap(newAttempts)),
    ...updateAttempts(differences.flatMap(changedAttempts)),
    ...saveMessages(differences.filter(isMessageChanged)),
  ];
}

interface MessageAttempt extends MessageKey {
  readonly attempt: Attempt;
}

function newAttempts({ accountId, before, after }: Difference): MessageAttempt[] {
  const { messageId, attempts } = after;
  return attempts.slice(before.attempts.length).map((attempt) => ({ accountId, messageId, attempt }));
}

function changedAttempts({ accountId, before, after }: Difference): MessageAttempt[] {
  const { messageId, attempts } = after;
  return attempts
    .slice(0, before.attempts.length)
    .filter((attempt, index) => before.attempts[index] !== attempt)
    .map((attempt) => ({ accountId, messageId, attempt }));
}

function isMessageChanged({ before, after }: Difference): boolean {
  return before.phase !== after.phase || before.reserved !== after.reserved;
}

function insertAttempts(inserted: readonly MessageAttempt[]): readonly Part[] {
  if (inserted.length === 0) return [];
  const attempts = inserted.map(({ attempt }) => attempt);
  const [templates, starts] = [
    attempts.map(({ template }) => template),
    attempts.map(({ startedAt }) => startedAt),
  ];
  return [attemptsPart([...changingColumns(inserted), templates, starts])];
}

function updateAttempts(changed: readonly MessageAttempt[]): readonly Part[] {
  return changed.length === 0 ? [] : [changesPart(changingColumns(changed))];
}

/** With the key. */
function changingColumns(saved: readonly MessageAttempt[]): unknown[] {
  const attempts = saved.map(({ attempt }) => attempt);
  return [
    saved.map(({ accountId }) => accountId),
    saved.map(({ messageId }) => messageId),
    attempts.map(({ position }) => position),
    attempts.map(({ id }) => id),
    attempts.map(({ status }) => stateOf(status)),
    attempts.map(({ status }) => status),
    attempts.map(({ reason }) => reason),
    attempts.map(({ reference }) => reference),
    attempts.map(({ changedAt }) => changedAt),
    attempts.map(({ endedAt }) => endedAt),
    attempts.map(({ holder }) => holder?.replica),
    attempts.map(({ holder }) => holder?.turn),
  ];
}

/** The columns of `changingColumns`. */
const changingNames =
  'account_id, message_id, position, id, state, status, reason, reference, changed_at, ended_at, holder, holder_turn';
const changing =
  '$1::bigint[], $2::bigint[], $3::int[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::timestamptz[], $11::bigint[], $12::bigint[]';

/** Receipts are searched for by the references of SMPP, and only these are in the column with the index. */
const indexedReference = "case when reference like 'smpp:%' then reference end";
const otherReference = "case when reference not like 'smpp:%' then reference end";

const attemptsPart = part`
insert into ${t.stage_attempts} (
  account_id, message_id, position, id, state, status, reason, changed_at, ended_at, holder, holder_turn, template,
  started_at, gateway_reference, other_reference
)
select account_id, message_id, position, id, state, status, reason, changed_at, ended_at, holder, holder_turn, template, started_at,
  ${indexedReference}, ${otherReference}
from unnest(${changing}, $13::text[], $14::timestamptz[])
  as a (${changingNames}, template, started_at)`;

const changesPart = part`
update ${t.stage_attempts} attempt
set state = a.state, status = a.status, reason = a.reason, changed_at = a.changed_at, ended_at = a.ended_at,
  holder = a.holder, holder_turn = a.holder_turn,
  gateway_reference = ${indexedReference}, other_reference = ${otherReference}
from unnest(${changing}) as a (${changingNames})
where attempt.account_id = a.account_id and attempt.message_id = a.message_id and attempt.position = a.position
  and attempt.id = a.id`;

/** The coarse state that the table stores beside the status. */
function stateOf(status: AttemptStatus): 'sending' | 'sent' | 'ended' {
  if (status === 'ENQUEUED') return 'sending';
  return isUnderWay(status) ? 'sent' : 'ended';
}

function saveMessages(changed: readonly Difference[]): readonly Part[] {
  if (changed.length === 0) return [];
  const states = changed.map(({ after }) => after);
  return [
    messagesPart([
      changed.map(({ accountId }) => accountId),
      states.map(({ messageId }) => messageId),
      states.map(({ phase }) => phase),
      states.map(({ reserved }) => reserved),
      states.map(({ endedAt }) => endedAt),
    ]),
  ];
}

const messagesPart = part`update ${t.messages} m
     set state = s.state, reserved = s.reserved, ended_at = s.ended_at
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::timestamptz[])
       as s (account_id, id, state, reserved, ended_at)
     where m.account_id = s.account_id and m.id = s.id`;
