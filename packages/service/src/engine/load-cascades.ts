import type { Attempt, CascadeState } from '@cascade/transition';
import type { PoolClient } from 'pg';
import { heavyFrom } from '../intake/commit-batch.ts';
import { keyText, type MessageKey } from '../store/message-key.ts';
import { prepared } from '../store/prepared.ts';
import { t } from '../store/tables.ts';

/** A scheduled message, locked until the transaction ends. */
export interface LoadedCascade {
  readonly accountId: number;
  readonly address: string;
  readonly addressType: string;
  readonly duplicate: boolean;
  /** The statuses that the account receives callbacks for; null means all. */
  readonly reportedStatuses: readonly string[] | null;
  /** One object per channel (§2.1); loaded only if a stage may be sent. */
  readonly content: Readonly<Record<string, unknown>> | null;
  /** Whether the content is heavy (see `heavyFrom`), whether loaded or not. */
  readonly isHeavy: boolean;
  readonly traceparent: string | null;
  readonly acceptedAt: Date;
  /** Whether the replicas that are about to hold its attempts have not been released. */
  readonly mayBeHeld: boolean;
  readonly state: CascadeState;
}

/** The messages that a batch needs. */
interface Concerned {
  readonly messages: readonly MessageKey[];
  /** The ids of those of them whose content is needed. */
  readonly withContent: readonly number[];
  /** The replicas that are about to hold attempts. */
  readonly replicas: readonly number[];
}

interface MessageRow
  extends Omit<LoadedCascade, 'state'>,
    Pick<CascadeState, 'messageId' | 'phase' | 'endedAt' | 'reserved' | 'plan'> {}

interface AttemptRow extends Omit<Attempt, 'holder'>, MessageKey {
  readonly replica: number | null;
  readonly turn: number;
}

/**
 * Locks messages in the order of their ids, so that two replicas with the same messages cannot deadlock. A
 * second statement reads their attempts: it sees what was committed while the first waited for the locks.
 * Deleted messages are left out. By `keyText`.
 */
export async function loadCascades(
  client: PoolClient,
  { messages, withContent, replicas }: Concerned,
): Promise<Map<string, LoadedCascade>> {
  const keys = [messages.map(({ accountId }) => accountId), messages.map(({ messageId }) => messageId)];
  const [{ rows }, attempts] = await Promise.all([
    client.query<MessageRow>(lockMessages([...keys, withContent, replicas])),
    client.query<AttemptRow>(readAttempts(keys)),
  ]);
  const byMessage = Map.groupBy(attempts.rows, keyText);
  const entries = rows.map((row) => {
    const key = keyText(row);
    return [key, toCascade(row, (byMessage.get(key) ?? []).map(toAttempt))] as const;
  });
  return new Map(entries);
}

const concerned = 'unnest($1::bigint[], $2::bigint[]) as concerned (account_id, message_id)';

const lockMessages = prepared`
select m.id as "messageId", m.account_id as "accountId", m.address, m.address_type as "addressType", m.duplicate,
  m.state as phase, m.ended_at as "endedAt", m.reserved, p.stages as plan, p.traceparent,
  m.accepted_at as "acceptedAt",
  a.settings #> '{callbacks,statuses}' as "reportedStatuses",
  case when m.id = any($3::bigint[]) then p.content end as content,
  octet_length(p.content::text) > ${heavyFrom} as "isHeavy",
  not exists (
    select from unnest($4::bigint[]) as holder (id)
    where not exists (select from ${t.replicas} replica where replica.id = holder.id)
  ) as "mayBeHeld"
from ${concerned}
join ${t.messages} m on m.account_id = concerned.account_id and m.id = concerned.message_id
join ${t.message_plans} p on p.account_id = concerned.account_id and p.message_id = concerned.message_id
-- The sum says to the planner nothing of the account of the plans: it would read all plans of the account.
join ${t.accounts} a on a.id = concerned.account_id + 0
order by m.id
for no key update of m
`;

const readAttempts = prepared`
select attempt.account_id as "accountId", attempt.message_id as "messageId", attempt.id, position, status, reason, coalesce(gateway_reference, other_reference) as reference, template,
  started_at as "startedAt",
  coalesce(changed_at, ended_at, started_at) as "changedAt", ended_at as "endedAt",
  replica.id as replica, holder_turn as turn
from ${concerned}
join ${t.stage_attempts} attempt on attempt.account_id = concerned.account_id and attempt.message_id = concerned.message_id
left join ${t.replicas} replica on replica.id = attempt.holder
order by attempt.message_id, position
`;

function toAttempt({
  accountId: _account,
  messageId: _message,
  replica,
  turn,
  ...attempt
}: AttemptRow): Attempt {
  return { ...attempt, holder: replica === null ? null : { replica, turn } };
}

function toCascade(
  { messageId, phase, endedAt, reserved, plan, ...cascade }: MessageRow,
  attempts: readonly Attempt[],
): LoadedCascade {
  return Object.assign(cascade, { state: { messageId, phase, endedAt, reserved, plan, attempts } });
}

/**
 * Locks accounts in the order of their ids. To be called after the messages are locked; the intake locks only
 * accounts.
 */
export function lockAccounts(client: PoolClient, accountIds: Iterable<number>): Promise<unknown> {
  return client.query(lockAccountsSql([[...new Set(accountIds)]]));
}

const lockAccountsSql = prepared`select from ${t.accounts} where id = any($1::bigint[]) order by id for no key update`;
