import type { PoolClient } from 'pg';
import type { PlannedStage } from '../accounts/directory/account.ts';
import { prepared } from '../store/prepared.ts';
import type { Attempt, CascadeState } from './cascade-state.ts';
import { heavyFrom } from './heavy.ts';

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
  /** What callbacks repeat from the request (§6). */
  readonly requestIdAsSent: string;
  readonly cascadeId: number;
  readonly comment: string | null;
  readonly state: CascadeState;
}

/** The messages that a batch needs. */
export interface Concerned {
  readonly messageIds: readonly number[];
  /** Those of them whose content is needed. */
  readonly withContent: readonly number[];
  /** The messages of these attempts as well. A gateway may name attempts that do not exist. */
  readonly attemptIds: readonly string[];
}

interface MessageRow {
  readonly id: number;
  readonly account_id: number;
  readonly address: string;
  readonly address_type: string;
  readonly duplicate: boolean;
  readonly told_statuses: readonly string[] | null;
  readonly state: CascadeState['phase'];
  readonly ended_at: Date | null;
  readonly reserved: number;
  readonly stages: readonly PlannedStage[];
  readonly content: Readonly<Record<string, unknown>> | null;
  readonly is_heavy: boolean;
  readonly traceparent: string | null;
  readonly request_id_as_sent: string;
  readonly cascade_id: number;
  readonly comment: string | null;
}

interface AttemptRow extends Attempt {
  readonly messageId: number;
}

/**
 * Locks messages in the order of their ids, so that two replicas with the same messages cannot deadlock. A
 * second statement reads their attempts: it sees what was committed while the first waited for the locks.
 * Deleted messages are left out.
 */
export async function loadCascades(
  client: PoolClient,
  { messageIds, withContent, attemptIds }: Concerned,
): Promise<Map<number, LoadedCascade>> {
  const uuids = attemptIds.filter((id) => uuid.test(id));
  const [{ rows }, attempts] = await Promise.all([
    client.query<MessageRow>(lockMessages([messageIds, uuids, withContent])),
    client.query<AttemptRow>(readAttempts([messageIds, uuids])),
  ]);
  const byMessage = Map.groupBy(attempts.rows, ({ messageId }) => messageId);
  return new Map(rows.map((row) => [row.id, toCascade(row, byMessage.get(row.id) ?? [])]));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A set of ids: a join with "or" could not use the indexes. */
const concerned = `
  select unnest($1::bigint[])
  union
  select message_id from cascade.stage_attempts where id = any($2::uuid[])
`;

const lockMessages = prepared(`
select m.id, m.account_id, m.address, m.address_type, m.duplicate, m.state, m.ended_at, m.reserved, p.stages, p.traceparent,
  m.request_id_as_sent, m.cascade_id, m.comment,
  a.settings #> '{callbacks,statuses}' as told_statuses,
  case when m.id = any($3::bigint[]) then p.content end as content,
  octet_length(p.content::text) > ${heavyFrom} as is_heavy
from cascade.messages m join cascade.message_plans p on p.message_id = m.id
join cascade.accounts a on a.id = m.account_id
where m.id in (${concerned})
order by m.id
for no key update of m
`);

const readAttempts = prepared(`
select message_id as "messageId", id, position, status, reason, coalesce(gateway_reference, other_reference) as reference, template,
  started_at as "startedAt",
  coalesce(changed_at, ended_at, started_at) as "changedAt", ended_at as "endedAt"
from cascade.stage_attempts
where message_id in (${concerned})
order by message_id, position
`);

function toCascade(row: MessageRow, attempts: readonly Attempt[]): LoadedCascade {
  return {
    accountId: row.account_id,
    address: row.address,
    addressType: row.address_type,
    duplicate: row.duplicate,
    reportedStatuses: row.told_statuses,
    content: row.content,
    isHeavy: row.is_heavy,
    traceparent: row.traceparent,
    requestIdAsSent: row.request_id_as_sent,
    cascadeId: row.cascade_id,
    comment: row.comment,
    state: {
      messageId: row.id,
      phase: row.state,
      endedAt: row.ended_at,
      reserved: row.reserved,
      plan: row.stages,
      attempts,
    },
  };
}

/**
 * Locks accounts in the order of their ids. To be called after the messages are locked; the intake locks only
 * accounts.
 */
export function lockAccounts(client: PoolClient, accountIds: Iterable<number>): Promise<unknown> {
  return client.query(lockAccountsSql([[...new Set(accountIds)]]));
}

const lockAccountsSql = prepared(
  'select from cascade.accounts where id = any($1::bigint[]) order by id for no key update',
);
