import {
  type Attempt,
  type AttemptStatus,
  type CascadeState,
  isDelivered,
  isUnderWay,
  type Move,
} from '@cascade/transition';
import type { PoolClient } from 'pg';
import type { MessageKey } from '../store/message-key.ts';
import { conditional, type Part, part, prepared } from '../store/prepared.ts';
import { t } from '../store/tables.ts';
import type { LoadedCascade } from './load-cascades.ts';

/** The state of a message before and after a batch. */
interface Difference {
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
  const templates = attempts.map(({ template }) => template);
  const starts = attempts.map(({ startedAt }) => startedAt);
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

const attemptsPart = conditional`
insert into ${t.stage_attempts} (
  account_id, message_id, position, id, state, status, reason, changed_at, ended_at, holder, holder_turn, template,
  started_at, gateway_reference, other_reference
)
select account_id, message_id, position, id, state, status, reason, changed_at, ended_at, holder, holder_turn, template, started_at,
  ${indexedReference}, ${otherReference}
from given cross join unnest(${changing}, $13::text[], $14::timestamptz[])
  as a (${changingNames}, template, started_at)`;

const changesPart = conditional`
update ${t.stage_attempts} attempt
set state = a.state, status = a.status, reason = a.reason, changed_at = a.changed_at, ended_at = a.ended_at,
  holder = a.holder, holder_turn = a.holder_turn,
  gateway_reference = ${indexedReference}, other_reference = ${otherReference}
from given cross join unnest(${changing}) as a (${changingNames})
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

const messagesPart = conditional`update ${t.messages} m
     set state = s.state, reserved = s.reserved, ended_at = s.ended_at
     from given cross join unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::timestamptz[])
       as s (account_id, id, state, reserved, ended_at)
     where m.account_id = s.account_id and m.id = s.id`;

/** A move of a message's money out of the reserve. */
export interface AccountMove extends Move {
  readonly accountId: number;
  readonly messageId: number;
}

/**
 * Adds entries to the ledger and updates the accounts by their sums (ADR-0012): spent money leaves the
 * balance and the reserve, released money only the reserve. Locks the accounts in the order of their ids.
 */
export function moveMoney(moves: readonly AccountMove[]): readonly Part[] {
  if (moves.length === 0) return [];
  const accounts = moves.map(({ accountId }) => accountId);
  const targets = moves.map(({ to }) => to);
  const amounts = moves.map(({ amount }) => amount);
  return [
    entriesPart([accounts, moves.map(({ messageId }) => messageId), targets, amounts]),
    sumsPart([accounts, targets, amounts]),
  ];
}

const entriesPart = part`
insert into ${t.ledger} (id, account_id, message_id, debit, credit, amount)
overriding system value
select nextval('${t.schema}.ledger_id_seq'), account_id, message_id, 'reserved', target, amount
from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[]) as m (account_id, message_id, target, amount)`;

const sumsPart = part`
update ${t.accounts} a
set balance = a.balance - sums.spent, reserved = a.reserved - sums.moved
from (
  select account_id, sum(amount)::bigint as moved,
    coalesce(sum(amount) filter (where target = 'spent'), 0)::bigint as spent
  from unnest($1::bigint[], $2::text[], $3::bigint[]) as m (account_id, target, amount)
  group by account_id
) as sums
join (
  select id from ${t.accounts} where id = any($1::bigint[]) order by id for no key update
) as locked on locked.id = sums.account_id
where a.id = sums.account_id`;

/** A dialogue on chattwo between an account and a subscriber. */
interface Dialogue {
  readonly accountId: number;
  readonly address: string;
  readonly at: Date;
}

/** A dialogue stays open for 24 hours (§8). */
const dialogueSeconds = 24 * 60 * 60;

/** Longer addresses do not fit into an index of PostgreSQL; no real subscriber has one. */
const longestAddress = 512;

/** Opens dialogues for 24 hours, or extends them. */
export async function openDialogues(client: PoolClient, dialogues: readonly Dialogue[]): Promise<void> {
  if (dialogues.length === 0) return;
  await client.query(
    openDialoguesSql([
      dialogues.map(({ accountId }) => accountId),
      dialogues.map(({ address }) => address),
      dialogues.map(({ at }) => at),
      dialogueSeconds,
    ]),
  );
}

const openDialoguesSql = prepared`insert into ${t.dialogues} as dialogues (account_id, address, open_until)
     select account_id, address, max(at) + make_interval(secs => $4)
     from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as d (account_id, address, at)
     group by account_id, address
     order by account_id, address
     on conflict (account_id, address) do update
     set open_until = greatest(dialogues.open_until, excluded.open_until)`;

/** The dialogue that a template message on chattwo opens once it is delivered. */
export function dialoguesOf(
  { accountId, address, state }: LoadedCascade,
  after: CascadeState,
  at: Date,
): Dialogue[] {
  const opened = after.attempts.some(
    ({ template, status, position }, index) =>
      template !== null &&
      after.plan[position - 1]?.channel === 'CHATTWO' &&
      isDelivered(status) &&
      !isDelivered(state.attempts[index]?.status ?? 'ENQUEUED'),
  );
  return opened && address.length <= longestAddress ? [{ accountId, address, at }] : [];
}

/** Counts the template messages of a day (ADR-0030). The accounts must be locked. */
export async function countTemplates(
  client: PoolClient,
  counted: ReadonlyMap<number, number>,
  at: Date,
): Promise<void> {
  if (counted.size === 0) return;
  await client.query(countTemplatesSql([[...counted.keys()], [...counted.values()], at]));
}

const countTemplatesSql = prepared`insert into ${t.template_days} as template_days (account_id, day, sent)
     select account_id, ($3::timestamptz at time zone 'UTC')::date, sent
     from unnest($1::bigint[], $2::int[]) as c (account_id, sent)
     on conflict (account_id, day) do update set sent = template_days.sent + excluded.sent`;
