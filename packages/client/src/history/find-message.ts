import type { MessageHistoryEntry, MessageStatus } from '@cascade/types';
import { call } from '../call.ts';
import type { Result } from '../failure.ts';
import type { CallPolicy } from '../options.ts';
import { parseJson } from '../parse-json.ts';
import { toFailure } from '../to-failure.ts';
import type { Post, Transport } from '../transport.ts';

/** What the history says about a request id. */
export type MessageSearch =
  | {
      readonly outcome: 'found';
      /** The number of the message at the provider. */
      readonly messageId: number;
      /** The status of its latest stage. */
      readonly status: MessageStatus;
      /** One entry for each started stage, the latest first. */
      readonly entries: readonly MessageHistoryEntry[];
    }
  /** The provider had no such message when it answered. A request that is still under way may become one. */
  | { readonly outcome: 'not-found' }
  /** The provider has no such operation, or does not filter by request id. */
  | { readonly outcome: 'unavailable' };

/** Asks the history for the message of a request id; reading it changes nothing, so it is retried freely. */
export async function findMessage(
  api: Transport,
  requestId: string,
  policy: CallPolicy,
): Promise<Result<MessageSearch>> {
  const body = { requestId };
  const post: Post = (init) => api.POST('/api/messages/history', { body, ...init });
  const ended = await call(post, body, policy);
  const { response } = ended;
  if (response?.status === 404 || response?.status === 405) return { data: { outcome: 'unavailable' } };
  const page: unknown = response?.ok ? Object(parseJson(ended.body)).content : undefined;
  if (!Array.isArray(page) || !page.every(isEntry)) return { error: toFailure(ended) };
  return { data: searchIn(page, requestId.toLowerCase()) };
}

/** A provider that does not know the filter returns the messages of other requests. */
function searchIn(page: readonly MessageHistoryEntry[], requestId: string): MessageSearch {
  const entries = page.filter((entry) => entry.requestId?.toLowerCase() === requestId);
  const [latest] = entries;
  if (latest === undefined) return { outcome: page.length === 0 ? 'not-found' : 'unavailable' };
  return { outcome: 'found', messageId: latest.messageId, status: latest.deliveryStatus, entries };
}

function isEntry(entry: unknown): entry is MessageHistoryEntry {
  const { messageId, deliveryStatus, requestId = null } = Object(entry);
  const isText = requestId === null || typeof requestId === 'string';
  return Number.isSafeInteger(messageId) && typeof deliveryStatus === 'string' && isText;
}
