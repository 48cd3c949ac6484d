import { readListRequest, readSchedulingRequest } from '@cascade/lenient-requests';
import { uuidV5 } from '@cascade/lenient-requests/uuid-v5';
import type { CallbackRegistration, Cascade, CascadeStage } from '@cascade/types';
import {
  cascadeNotFound,
  isObject,
  judgeCallbackRegistration,
  judgeCallbackUrl,
  judgeCascadeList,
  judgeMessageHistory,
  judgeScheduling,
} from '@cascade/validator';
import type { Callbacks } from './callback/callbacks.ts';
import { type ScheduledMessage, toSeconds, wantedEvents } from './callback/status-event.ts';
import { defined } from './defined.ts';
import type { Operation } from './operations/operation.ts';
import { problemOutcome } from './outcome.ts';
import type { RememberedMessage, RememberedStage } from './provider/account.ts';
import type { DeclaredCascade, DeclaredStage } from './provider/provider.ts';

/**
 * Schedules a message (§4.1): returns the problem of the request, or echoes its request id. The status events
 * that the request asked for are sent after the answer.
 */
export function createScheduleMessage(callbacks: Callbacks, now: () => Date): Operation {
  let lastMessageId = 0;
  return ({ account, body: sent, preferences }) => {
    const reading = readSchedulingRequest(sent, account.lenient, uuidV5);
    if ('problem' in reading) return problemOutcome(reading.problem);
    const body = reading.value;
    const { problem: found } = judgeScheduling(body, { ...account, now });
    if (found !== undefined) return problemOutcome(found);
    const { requestId: key, cascadeId, address, addressType, comment, content } = readRequest(body);
    const { requestId } = readRequest(sent);
    const cascade = account.findCascade(cascadeId);
    if (cascade === undefined) return problemOutcome(cascadeNotFound(cascadeId));

    account.accept(key, cascade);
    lastMessageId += 1;
    const acceptedAt = now();
    const remembered: RememberedMessage = {
      messageId: lastMessageId,
      requestId,
      key: key.toLowerCase(),
      comment,
      address,
      addressType,
      cascade,
      content,
      acceptedAt,
      stages: cascade.stages
        .slice(0, 1)
        .map((stage) => ({ stage, status: 'ENQUEUED', statusAt: toSeconds(acceptedAt), error: null })),
    };
    account.messages.add(remembered);
    const wanted = wantedEvents(preferences.callback, address, cascade.stages);
    const message: ScheduledMessage = { requestId, messageId: lastMessageId, cascade, comment };
    return {
      status: 200,
      example: 'scheduled',
      fill: (example) => ({ ...(isObject(example) ? example : {}), requestId }),
      ...(wanted.length === 0
        ? {}
        : { afterwards: () => callbacks.send(account, message, wanted, remembered) }),
    };
  };
}

/** Reads a body that has passed the rules: with any other, the conversion to strings can throw. */
function readRequest(body: unknown) {
  const { requestId, cascadeId, subscriberFilter, comment, content } = isObject(body) ? body : {};
  const { address, type } = isObject(subscriberFilter) ? subscriberFilter : {};
  return {
    requestId: String(requestId),
    cascadeId: Number(cascadeId),
    address: String(address),
    addressType: String(type),
    content: isObject(content) ? content : {},
    comment: typeof comment === 'string' ? comment : null,
  };
}

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

/** Lists the cascades of the account, from `offset`, at most `limit` (ADR-0013). */
export const listCascades: Operation = ({ account, body: sent }) => {
  const body = readListRequest(sent, account.lenient);
  const found = judgeCascadeList(body);
  if (found !== undefined) return problemOutcome(found);
  const { offset, limit } = isObject(body) ? body : {};
  const start = typeof offset === 'number' ? offset : 0;
  const end = typeof limit === 'number' ? start + limit : undefined;
  const page = account.cascades.slice(start, end).map(toRecord);
  return { status: 200, example: 'cascades', fill: () => page };
};

function toRecord({ id, name, stages }: DeclaredCascade): Cascade {
  return { id, name, status: 'ACTIVE', stagesCount: stages.length, stages: nest(stages) };
}

/** Each stage holds the next one in its own `stages`; its `decision` is what starts it, the TTL of the stage before. */
function nest(stages: readonly DeclaredStage[], order = 0, startsAfter?: string): CascadeStage[] {
  const [first, ...rest] = stages;
  if (first === undefined) return [];
  const { uuid, channel, ttl, subject } = first;
  return [
    {
      uuid,
      order,
      decision: startsAfter === undefined ? null : { type: 'TTL', ttl: startsAfter },
      subject: { id: subject.id, name: subject.subject, subject: subject.subject, type: channel },
      stages: nest(rest, order + 1, ttl),
    },
  ];
}

/** Whether a URL leads to this machine, by its name or address as `URL` normalises them. */
function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.[0-9]{1,3}){3}$/.test(hostname);
}

/**
 * Keeps the registration and echoes it (ADR-0014). Sends no HEAD request to the address of the status callback: a
 * mock has to work before the receiver runs, and without a network.
 */
export const setCallback: Operation = ({ account, body }) => {
  const found = judgeCallbackRegistration(body);
  if (found !== undefined) return problemOutcome(found);
  const registration = readRegistration(body);
  const unfit = judgeCallbackUrl(registration.statusCallbackUrl, isLoopback);
  if (unfit !== undefined) return problemOutcome(unfit);
  account.registerCallback(registration);
  return { status: 200, example: 'callback-registration', fill: () => registration };
};

/** Reads a body that has passed the rules. */
function readRegistration(body: unknown): CallbackRegistration {
  const { statusCallbackUrl, subjectId } = isObject(body) ? body : {};
  return {
    statusCallbackUrl: String(statusCallbackUrl),
    ...defined({ subjectId: typeof subjectId === 'number' || subjectId === null ? subjectId : undefined }),
  };
}
