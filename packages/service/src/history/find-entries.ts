import { contentOf } from '@cascade/transition';
import type { ClientBase, Pool } from 'pg';
import { keptAsJson, keptColumns } from '../intake/kept-fields.ts';
import { membersOf } from '../json-object.ts';
import { type Statement, sql, t } from '../store/tables.ts';
import type { HistoryFilter } from './filter.ts';

/** One message at one stage. */
interface FoundEntry {
  readonly messageId: number;
  /** Null if no stage has started. */
  readonly position: number | null;
  /** How many bytes the content of all channels may take as text. */
  readonly contentBytes: number;
}

/** Filters by channel and sender examine as many messages at most: no index finds them. */
const mostExamined = 100_000;

/** Entries of an account, at most `limit`, in the order that the filter asks for. */
async function findEntries(
  client: ClientBase,
  accountId: number,
  filter: HistoryFilter,
  examined = mostExamined,
): Promise<readonly FoundEntry[]> {
  const ofRequest = await messageOf(client, accountId, filter);
  if (ofRequest === null) return [];
  const { rows } = await client.query<FoundEntry>(historyStatement(accountId, filter, ofRequest, examined));
  return rows;
}

/**
 * The time to ask on from, if entries by channel or sender were sought among the first `examined` messages
 * only: `dateTo` of the next request, or its `dateFrom` in ascending order. Messages of that millisecond may
 * repeat.
 */
async function findEndOfSearch(
  client: ClientBase,
  accountId: number,
  filter: HistoryFilter,
  examined = mostExamined,
): Promise<Date | undefined> {
  if (!isByStage(filter)) return undefined;
  const ofRequest = await messageOf(client, accountId, filter);
  if (ofRequest === null) return undefined;
  const { conditions, values } = conditionsOnMessages(accountId, filter, ofRequest);
  values.push(examined);
  const way = filter.ascending ? 'asc' : 'desc';
  const { rows } = await client.query<{ at: Date }>(
    sql`select m.accepted_at as at from ${t.messages} m where ${conditions.join(' and ')}
     order by m.accepted_at ${way}, m.id ${way} limit 1 offset $${values.length}`,
    values,
  );
  const [next] = rows;
  // A Date has milliseconds, the store microseconds; dateTo is exclusive.
  return next && new Date(next.at.getTime() + (filter.ascending ? 0 : 1));
}

/**
 * The message of the request id of the filter; undefined if the filter has none, null if there is no such
 * message.
 */
async function messageOf(
  client: ClientBase,
  accountId: number,
  { requestKey }: HistoryFilter,
): Promise<number | undefined | null> {
  if (requestKey === undefined) return undefined;
  return (await findMessageId(client, accountId, requestKey)) ?? null;
}

function isByStage({ channels, subjectId }: Omit<HistoryFilter, 'requestKey'>): boolean {
  return channels !== undefined || subjectId !== undefined;
}

type Conditions = ReturnType<typeof startConditions>;

function startConditions() {
  const conditions: string[] = [];
  const values: unknown[] = [];
  return {
    conditions,
    values,
    /** Adds a condition on a value, unless the value is undefined. */
    narrow(value: unknown, condition: (parameter: string) => string): void {
      if (value === undefined) return;
      values.push(value);
      conditions.push(condition(`$${values.length}`));
    },
  };
}

/** Exactly the conditions of the filter, so that the planner can choose the index that fits. */
function conditionsOnMessages(
  accountId: number,
  filter: Omit<HistoryFilter, 'requestKey'>,
  ofRequest: number | undefined,
): Conditions {
  const all = startConditions();
  all.narrow(accountId, (id) => `m.account_id = ${id}::bigint`);
  all.narrow(ofRequest, (id) => `m.id = ${id}::bigint`);
  all.narrow(filter.messageId, (id) => `m.id = ${id}::bigint`);
  // The condition of the index by time.
  if (ofRequest === undefined && filter.messageId === undefined) all.conditions.push('m.id > 0');
  // The index holds the hash of address and account.
  all.narrow(
    filter.address,
    (text) =>
      `hashtextextended(m.address, m.account_id) = hashtextextended(${text}::text, $1) and m.address = ${text}::text`,
  );
  all.narrow(filter.addressType, (text) => `m.address_type = ${text}`);
  all.narrow(filter.from, (time) => `m.accepted_at >= ${time}::timestamptz`);
  all.narrow(filter.to, (time) => `m.accepted_at < ${time}::timestamptz`);
  return all;
}

/** The statement of a page. */
export function historyStatement(
  accountId: number,
  filter: Omit<HistoryFilter, 'requestKey'>,
  ofRequest: number | undefined,
  examined = mostExamined,
): Statement {
  const { conditions, values, narrow } = conditionsOnMessages(accountId, filter, ofRequest);
  const way = filter.ascending ? 'asc' : 'desc';
  const ofMessages = conditions.splice(0).join(' and ');
  let messages = sql`${t.messages} m left join ${t.stage_attempts} a on a.account_id = m.account_id and a.message_id = m.id where ${ofMessages}`;
  if (isByStage(filter)) {
    const examinedAt = values.push(examined);
    narrow(filter.channels, (names) => `${stage} ->> 'channel' = any(${names}::text[])`);
    narrow(filter.subjectId, (id) => `(${stage} ->> 'subjectId')::bigint = ${id}`);
    messages = sql`(
    select m.* from ${t.messages} m where ${ofMessages}
    order by m.accepted_at ${way}, m.id ${way} limit $${examinedAt}
  ) as m
  join ${t.message_plans} p on p.account_id = m.account_id and p.message_id = m.id
  left join ${t.stage_attempts} a on a.account_id = m.account_id and a.message_id = m.id
  where ${conditions.join(' and ')}`;
  }
  const last = values.push(filter.limit, filter.offset);
  return { ...select(way, messages, last), values };
}

/** A message without a started stage stands for its first one. */
const stage = '(p.stages -> coalesce(a.position, 1) - 1)';

/** Only what is on the page is looked up in the plans. */
function select(way: string, messages: Statement, last: number): Statement {
  return sql`
select a.message_id as "messageId", a.position, coalesce(${contentBytes}, 0)::bigint as "contentBytes"
from (
  select m.account_id, m.id as message_id, m.accepted_at, a.position
  from ${messages}
  order by m.accepted_at ${way}, m.id ${way}, a.position ${way}
  limit $${last - 1} offset $${last}
) as a
left join ${t.message_plans} p on p.account_id = a.account_id and p.message_id = a.message_id
order by a.accepted_at ${way}, a.message_id ${way}, a.position ${way}`;
}

/**
 * Neither compression of PostgreSQL makes a text less than a 256th of its size; the length itself would cost
 * reading it.
 */
const contentBytes =
  'pg_column_size(p.content) * case when pg_column_compression(p.content) is null then 1 else 256 end';

/**
 * The entries as JSON. PostgreSQL makes it: to read the columns of a thousand entries would hold up the event
 * loop for milliseconds.
 */
async function readEntries(
  client: ClientBase,
  accountId: number,
  entries: readonly FoundEntry[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ json: string; escaped: string | null }>(entriesAsJson, [
    entries.map(() => accountId),
    entries.map(({ messageId }) => messageId),
    entries.map(({ position }) => position),
  ]);
  return rows.map(({ json, escaped }) => (escaped === null ? json : withContent(json, escaped)));
}

/** What PostgreSQL does not take for JSON, although JSON allows it: U+0000, and half of a surrogate pair. */
function withContent(json: string, contents: string): string {
  const entry = membersOf(JSON.parse(json));
  const content = contentOf(membersOf(JSON.parse(contents)), String(entry.channelType)) ?? null;
  return JSON.stringify({ ...entry, content });
}

const textOf = (value: string) => `coalesce(to_json(${value})::text, 'null')`;

/** The account is in each row, or the planner would read all messages of it. */
const entriesAsJson = sql`
select case when is_escaped then content::text end as escaped,
  '{"messageId":' || id || ',"requestId":' || ${textOf('request_id_as_sent')} || ${keptAsJson('entry')}
  || ',"direction":"OUT"' || coalesce(',"channelType":' || to_json(channel)::text, '')
  || ',"subjectId":' || coalesce(stage ->> 'subjectId', 'null') || ',"cascadeId":' || cascade_id
  || ',"address":' || ${textOf('address')} || ',"content":'
  || coalesce((case when not is_escaped then content -> (lower(channel) || 'Content') end)::text, 'null')
  || ',"deliveryStatus":"' || status || '","statusAt":"' || to_char(status_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","error":' || ${textOf("case status when 'UNDELIVERED' then reason end")} || '}' as json
from (
  select found.*, stage ->> 'channel' as channel, strpos(content::text, ${String.raw`'\u'`}) > 0 as is_escaped
  from (
    select ${keptColumns('m')}m.id, m.request_id_as_sent, m.cascade_id, m.address, ${stage} as stage, p.content, a.reason,
      coalesce(a.status, 'ENQUEUED') as status,
      coalesce(a.changed_at, a.ended_at, a.started_at, m.accepted_at) at time zone 'UTC' as status_at
    from unnest($1::bigint[], $2::bigint[], $3::integer[]) with ordinality as wanted (account_id, message_id, position, n)
    join ${t.messages} m on m.account_id = wanted.account_id and m.id = wanted.message_id
    left join ${t.message_plans} p on p.account_id = wanted.account_id and p.message_id = wanted.message_id
    left join ${t.stage_attempts} a
      on a.account_id = wanted.account_id and a.message_id = wanted.message_id and a.position = wanted.position
    order by wanted.n
    offset 0
  ) as found
  offset 0
) as entry`;

/** The message that a request id scheduled; undefined if there is none. Retention may have deleted it. */
async function findMessageId(
  client: ClientBase | Pool,
  accountId: number,
  requestKey: string,
): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>(byRequestId, [accountId, requestKey]);
  return rows[0]?.id;
}

const byRequestId = sql`select message_id as id from ${t.request_ids} where account_id = $1 and request_id = $2`;

/** A page ends before this many bytes of JSON, but not before its first entry. */
export const pageBytes = 4 * 1024 * 1024;

/** A body has at most 1 MiB, and a content less. */
const mostContentBytes = 1024 * 1024;

/**
 * The JSON of a page of the history: `{hasNext, content}`, with `searchedUntil` if there may be more
 * (ADR-0035).
 *
 * @param examined the number of messages that a filter by channel or sender examines at most.
 */
export async function readPage(
  client: ClientBase,
  accountId: number,
  filter: HistoryFilter,
  examined?: number,
): Promise<string> {
  const found = await findEntries(client, accountId, { ...filter, limit: filter.limit + 1 }, examined);
  const wanted = found.slice(0, filter.limit);
  const entries: string[] = [];
  let bytes = 0;
  for (const some of inPortions(wanted))
    for (const json of await readEntries(client, accountId, some)) {
      bytes += Buffer.byteLength(json);
      if (bytes > pageBytes && entries.length > 0) return pageOf(entries, true);
      entries.push(json);
    }
  if (found.length > wanted.length) return pageOf(entries, true);
  return pageOf(entries, false, await findEndOfSearch(client, accountId, filter, examined));
}

/** Entries of which the contents fit into a page together. */
function* inPortions(entries: readonly FoundEntry[]): Generator<readonly FoundEntry[]> {
  let portion: FoundEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const more = Math.min(entry.contentBytes, mostContentBytes);
    if (portion.length > 0 && bytes + more > pageBytes) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(entry);
    bytes += more;
  }
  if (portion.length > 0) yield portion;
}

function pageOf(entries: readonly string[], hasNext: boolean, searchedUntil?: Date): string {
  const until = searchedUntil === undefined ? '' : `"searchedUntil":"${searchedUntil.toISOString()}",`;
  return `{"hasNext":${hasNext},${until}"content":[${entries.join()}]}`;
}
