import type { MessageHistory, MessageHistoryEntry, MessageHistoryRequest } from '@cascade/types';
import type { AcceptedMessage } from './account.ts';

/** A page of the history (ADR-0035). Messages of the test provider stay `ENQUEUED` at their first stage. */
export function historyPage(
  messages: readonly AcceptedMessage[],
  { sort = [], offset = 0, limit = 100, ...filter }: MessageHistoryRequest,
): MessageHistory {
  const matching = messages.map(toEntry).filter((entry) => matches(entry, filter));
  if (sort[0]?.direction?.toUpperCase() !== 'ASC') matching.reverse();
  return { hasNext: matching.length > offset + limit, content: matching.slice(offset, offset + limit) };
}

type Entry = Required<MessageHistoryEntry>;

function matches(entry: Entry, filter: MessageHistoryRequest): boolean {
  const at = Date.parse(entry.statusAt);
  const { requestId, messageId, subscriberFilter, channelTypes, subjectId, direction } = filter;
  return (
    (requestId === undefined || keyOf(requestId) === keyOf(entry.requestId ?? '')) &&
    (messageId === undefined || messageId === entry.messageId) &&
    (subscriberFilter === undefined || subscriberFilter.address === entry.address) &&
    (channelTypes === undefined || channelTypes.includes(entry.channelType)) &&
    (subjectId === undefined || subjectId === entry.subjectId) &&
    (direction === undefined || direction === entry.direction) &&
    (filter.dateFrom === undefined || at >= Date.parse(filter.dateFrom)) &&
    (filter.dateTo === undefined || at < Date.parse(filter.dateTo))
  );
}

/** UUIDs are compared without case, any other request id exactly (ADR-0007). */
function keyOf(requestId: string): string {
  return /^[0-9a-f-]{36}$/i.test(requestId) ? requestId.toLowerCase() : requestId;
}

const memberOf = { SMS: 'smsContent', CHATONE: 'chatoneContent', CHATTWO: 'chattwoContent' } as const;

function toEntry({ messageId, request, cascade, acceptedAt }: AcceptedMessage): Entry {
  const [{ channel, subject } = { channel: 'SMS', subject: undefined }] = cascade.stages;
  const member =
    channel === 'SMS' || channel === 'CHATONE' || channel === 'CHATTWO' ? memberOf[channel] : undefined;
  return {
    messageId,
    requestId: request.requestId,
    comment: request.comment ?? null,
    direction: 'OUT',
    channelType: channel,
    subjectId: subject?.id ?? null,
    cascadeId: cascade.id,
    address: request.subscriberFilter.address,
    content: { ...(member && request.content[member]) },
    deliveryStatus: 'ENQUEUED',
    statusAt: acceptedAt.toISOString(),
    error: null,
  };
}
