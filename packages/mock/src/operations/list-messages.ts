import { readListRequest } from '@cascade/lenient-requests';
import { uuidV5 } from '@cascade/lenient-requests/uuid-v5';
import { isObject, judgeMessageHistory } from '@cascade/validator';
import { problemOutcome } from '../outcome.ts';
import type { RememberedMessage, RememberedStage } from '../provider/account.ts';
import type { Operation } from './operation.ts';

type Filters = Readonly<Record<string, unknown>>;

/** Lists the remembered messages (ADR-0035), with one entry for each stage that has started. */
export const listMessages: Operation = ({ account, body: sent }) => {
  const body = readListRequest(sent, account.lenient);
  const found = judgeMessageHistory(body);
  if (found !== undefined) return problemOutcome(found);
  const filters: Filters = isObject(body) ? body : {};
  const entries = account.messages
    .all()
    .flatMap((message) => message.stages.map((stage) => ({ message, stage })));
  const matching = entries.filter((entry) => matches(entry, filters));
  const ordered = isAscending(filters) ? matching : matching.toReversed();
  const start = Number(filters.offset ?? 0);
  const end = start + Number(filters.limit ?? 100);
  const page = { hasNext: end < ordered.length, content: ordered.slice(start, end).map(toEntry) };
  return { status: 200, fill: () => page };
};

interface Entry {
  readonly message: RememberedMessage;
  readonly stage: RememberedStage;
}

function matches({ message, stage: { stage } }: Entry, filters: Filters): boolean {
  const { requestId, messageId, subjectId, channelTypes, direction } = filters;
  return (
    (requestId === undefined || keysOf(String(requestId)).includes(message.key)) &&
    (messageId === undefined || messageId === message.messageId) &&
    (subjectId === undefined || subjectId === stage.subject.id) &&
    (direction === undefined || direction === 'OUT') &&
    isOneOf(stage.channel, channelTypes) &&
    isFor(message, filters.subscriberFilter) &&
    isBetween(message.acceptedAt.getTime(), filters)
  );
}

/** An empty list narrows nothing. */
function isOneOf(channel: string, channelTypes: unknown): boolean {
  return !Array.isArray(channelTypes) || channelTypes.length === 0 || channelTypes.includes(channel);
}

/** A UUID, or a text that an account with `anyRequestId` keys by the UUID of it. */
function keysOf(requestId: string): readonly string[] {
  return [requestId.toLowerCase(), uuidV5(requestId)];
}

function isFor({ address, addressType }: RememberedMessage, filter: unknown): boolean {
  return !isObject(filter) || (filter.address === address && filter.type === addressType);
}

function isBetween(at: number, { dateFrom, dateTo }: Filters): boolean {
  const isEarly = typeof dateFrom === 'string' && at < Date.parse(dateFrom);
  const isLate = typeof dateTo === 'string' && at >= Date.parse(dateTo);
  return !isEarly && !isLate;
}

function isAscending({ sort }: Filters): boolean {
  const [first]: unknown[] = Array.isArray(sort) ? sort : [];
  return isObject(first) && first.direction === 'ASC';
}

function toEntry({ message, stage: { stage, status, statusAt, error } }: Entry) {
  const { messageId, requestId, comment, address, cascade, content } = message;
  return {
    messageId,
    requestId,
    comment,
    direction: 'OUT',
    channelType: stage.channel,
    subjectId: stage.subject.id,
    cascadeId: cascade.id,
    address,
    content: content[`${stage.channel.toLowerCase()}Content`] ?? null,
    deliveryStatus: status,
    statusAt,
    error,
  };
}
