import type { ClientBase } from 'pg';
import { contentOf } from '../engine/content-of.ts';
import { pickKept } from '../intake/kept-fields.ts';
import { membersOf } from '../json-object.ts';
import { sql, t } from '../store/tables.ts';
import type { HistoryFilter } from './filter.ts';
import { type FoundEntry, findEndOfSearch, findEntries } from './find-entries.ts';

/** A page ends before this many bytes of JSON, but not before its first entry. */
export const pageBytes = 4 * 1024 * 1024;

/** A body has at most 1 MiB, and a content less. */
const mostContentBytes = 1024 * 1024;

/** Entries that are made into JSON at a time: about a millisecond of work. */
const entriesOfPiece = 100;

export interface PageOptions {
  /** Does a piece of the work when the account may use the processor. */
  inTurn<Result extends object>(piece: () => Result): Promise<Result>;
  /** The number of messages that a filter by channel or sender examines at most. */
  readonly examined?: number;
}

/** The JSON of a page of the history: `{hasNext, content}`, with `searchedUntil` if there may be more (ADR-0035). */
export async function readPage(
  client: ClientBase,
  accountId: number,
  filter: HistoryFilter,
  { inTurn, examined }: PageOptions,
): Promise<string> {
  const found = await findEntries(client, accountId, { ...filter, limit: filter.limit + 1 }, examined);
  const wanted = found.slice(0, filter.limit);
  const entries: string[] = [];
  let bytes = 0;
  for (const some of inPortions(wanted)) {
    const contents = await readContents(client, accountId, some);
    const made = await inTurn(() => some.map((entry) => toJson(entry, contents.get(entry.messageId))));
    for (const json of made) {
      bytes += Buffer.byteLength(json);
      if (bytes > pageBytes && entries.length > 0) return pageOf(entries, true);
      entries.push(json);
    }
  }
  if (found.length > wanted.length) return pageOf(entries, true);
  return pageOf(entries, false, await findEndOfSearch(client, accountId, filter, examined));
}

/** Entries of one piece, of which the contents fit into a page together. */
function* inPortions(entries: readonly FoundEntry[]): Generator<readonly FoundEntry[]> {
  let portion: FoundEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const more = Math.min(entry.contentBytes, mostContentBytes);
    if (portion.length === entriesOfPiece || (portion.length > 0 && bytes + more > pageBytes)) {
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

function toJson(entry: FoundEntry, contents: string | undefined): string {
  const { messageId, requestId, cascadeId, address, stage, status, statusAt, reason } = entry;
  const content =
    contents === undefined || stage === null
      ? null
      : contentOf(membersOf(JSON.parse(contents)), stage.channel);
  return JSON.stringify({
    messageId,
    requestId,
    ...pickKept(entry),
    direction: 'OUT',
    channelType: stage?.channel,
    subjectId: stage?.subjectId ?? null,
    cascadeId,
    address,
    content: content ?? null,
    deliveryStatus: status,
    statusAt,
    error: reason,
  });
}

/** The contents of all channels as JSON, by message. */
async function readContents(
  client: ClientBase,
  accountId: number,
  entries: readonly FoundEntry[],
): Promise<ReadonlyMap<number, string>> {
  const ids = new Set(entries.map(({ messageId }) => messageId));
  const { rows } = await client.query<{ id: number; content: string }>(contentsOfMessages, [
    accountId,
    [...ids],
  ]);
  return new Map(rows.map(({ id, content }) => [id, content]));
}

/** As text, to be parsed one by one: a content takes many times the size of its JSON. */
const contentsOfMessages = sql`
select message_id as id, content::text as content from ${t.message_plans}
where account_id = $1 and message_id = any($2::bigint[])`;
