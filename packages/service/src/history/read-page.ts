import type { ClientBase } from 'pg';
import type { HistoryFilter } from './filter.ts';
import { type FoundEntry, findEndOfSearch, findEntries, readEntries } from './find-entries.ts';

/** A page ends before this many bytes of JSON, but not before its first entry. */
export const pageBytes = 4 * 1024 * 1024;

/** A body has at most 1 MiB, and a content less. */
const mostContentBytes = 1024 * 1024;

/**
 * The JSON of a page of the history: `{hasNext, content}`, with `searchedUntil` if there may be more (ADR-0035).
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
