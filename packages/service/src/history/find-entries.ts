import type { ClientBase } from 'pg';
import type { PlannedStage } from '../accounts/directory/account.ts';
import type { HistoryFilter } from './filter.ts';
import { findMessageId } from './find-message-id.ts';

/** One message at one stage, without its content. */
export interface FoundEntry {
  readonly messageId: number;
  readonly requestId: string;
  readonly comment: string | null;
  readonly cascadeId: number;
  readonly address: string;
  readonly stage: PlannedStage | null;
  readonly status: string;
  readonly statusAt: Date;
  readonly reason: string | null;
  /** How many bytes the content of all channels may take as text; 0 if it is deleted. */
  readonly contentBytes: number;
}

/** Entries of an account, at most `limit`, in the order that the filter asks for. */
export async function findEntries(
  client: ClientBase,
  accountId: number,
  { requestKey, ...filter }: HistoryFilter,
): Promise<readonly FoundEntry[]> {
  const ofRequest = requestKey === undefined ? undefined : await findMessageId(client, accountId, requestKey);
  if (requestKey !== undefined && ofRequest === undefined) return [];
  const { rows } = await client.query<FoundEntry>(historyStatement(accountId, filter, ofRequest));
  return rows;
}

/** The statement of a page, with exactly the conditions of the filter, so that the planner can choose the index that fits. */
export function historyStatement(
  accountId: number,
  filter: Omit<HistoryFilter, 'requestKey'>,
  ofRequest: number | undefined,
): { text: string; values: unknown[] } {
  const values: unknown[] = [accountId];
  const conditions = ['m.account_id = $1::bigint'];
  const narrow = (value: unknown, condition: (parameter: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  narrow(ofRequest, (id) => `m.id = ${id}::bigint`);
  narrow(filter.messageId, (id) => `m.id = ${id}::bigint`);
  // The index holds the hash of address and account.
  narrow(
    filter.address,
    (text) =>
      `hashtextextended(m.address, m.account_id) = hashtextextended(${text}::text, $1) and m.address = ${text}::text`,
  );
  narrow(filter.addressType, (text) => `m.address_type = ${text}`);
  narrow(filter.from, (time) => `m.accepted_at >= ${time}::timestamptz`);
  narrow(filter.to, (time) => `m.accepted_at < ${time}::timestamptz`);
  const ofStages = conditions.length;
  narrow(filter.channels, (names) => `${stage} ->> 'channel' = any(${names}::text[])`);
  narrow(filter.subjectId, (id) => `(${stage} ->> 'subjectId')::bigint = ${id}`);
  const plans = conditions.length > ofStages ? 'join cascade.message_plans p on p.message_id = m.id' : '';
  values.push(filter.limit, filter.offset);
  const text = select(filter.ascending, plans, conditions.join(' and '), values.length);
  return { text, values };
}

/** A message without a started stage stands for its first one. */
const stage = '(p.stages -> coalesce(a.position, 1) - 1)';

/** Only what is on the page is looked up in the plans and events. */
function select(ascending: boolean, plans: string, conditions: string, last: number): string {
  const way = ascending ? 'asc' : 'desc';
  return `
select a.message_id as "messageId", a.request_id_as_sent as "requestId", a.comment, a.cascade_id as "cascadeId",
  a.address, ${stage} as stage, coalesce(a.status, 'ENQUEUED') as status,
  coalesce(event.at, a.ended_at, a.started_at, a.accepted_at) as "statusAt",
  case a.status when 'UNDELIVERED' then a.reason end as reason,
  coalesce(${contentBytes}, 0)::bigint as "contentBytes"
from (
  select m.id as message_id, m.accepted_at, m.request_id_as_sent, m.comment, m.cascade_id, m.address,
    a.position, a.status, a.reason, a.started_at, a.ended_at
  from cascade.messages m ${plans}
  left join cascade.stage_attempts a on a.message_id = m.id
  where ${conditions}
  order by m.accepted_at ${way}, m.id ${way}, a.position ${way}
  limit $${last - 1} offset $${last}
) as a
left join cascade.message_plans p on p.message_id = a.message_id
left join lateral (
  select max(e.at) as at from cascade.status_events e
  where e.message_id = a.message_id and e.position = a.position and e.status = a.status
) as event on true
order by a.accepted_at ${way}, a.message_id ${way}, a.position ${way}`;
}

/** Neither compression of PostgreSQL makes a text less than a 256th of its size; the length itself would cost reading it. */
const contentBytes =
  'pg_column_size(p.content) * case when pg_column_compression(p.content) is null then 1 else 256 end';
