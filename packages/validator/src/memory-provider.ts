import type {
  CallbackRegistration,
  Cascade,
  CascadeStage,
  ChannelProfile,
  MessageHistory,
  MessageHistoryEntry,
  MessageHistoryRequest,
  MessageTemplate,
  RegisteredCallback,
  SchedulingRequest,
} from '@cascade/types';
import { type CallbackSecrets, replaceSecret, validSecrets } from './callback-secrets.ts';
import { readDateTime } from './date-time.ts';
import { type DeclaredSenders, listChannelProfiles, listTemplates } from './declared-senders.ts';
import { createForgetting } from './forget-oldest.ts';
import { type CascadeShape, contentMember, type Facts, judgeScheduling } from './judge-scheduling.ts';
import {
  judgeCallbackRegistration,
  judgeCallbackUrl,
  judgeCascadeList,
  judgeMessageHistory,
  judgeTemplateList,
} from './judge-shape.ts';
import { defined } from './objects.ts';
import { cascadeNotFound, type RequestProblem } from './request-problem.ts';

export { createForgetting } from './forget-oldest.ts';

/**
 * A provider in memory, without transport and keys: what it knows beyond a request, so the facts of the
 * rules. The mock serves it over HTTP, the test provider of the client without a server.
 */

/** An account as it is declared. */
export interface MemoryAccountOptions extends Pick<DeclaredSenders, 'senders' | 'templates'> {
  readonly cascades: readonly MemoryCascade[];
  /** Minor units (ADR-0012). */
  readonly balance: number;
  /** The price of one stage attempt by channel; a channel without one is free. */
  readonly prices: Readonly<Record<string, number>>;
  /** Where callbacks go from the start, and secrets that sign beside those of registrations (ADR-0057). */
  readonly callback?: { readonly url?: string | null; readonly secrets?: readonly string[] };
}

/** A cascade as it is declared; names and senders appear in the lists. */
export interface MemoryCascade extends CascadeShape {
  readonly name?: string;
  readonly stages: readonly {
    readonly uuid: string;
    readonly channel: string;
    /** HH:MM:SS, after which the next stage starts. */
    readonly ttl?: string;
    readonly subject?: { readonly id: number; readonly subject?: string };
  }[];
}

/** A cascade with its defaults. */
export interface KeptCascade extends CascadeShape {
  readonly name: string;
  readonly stages: readonly KeptStage[];
}

export interface KeptStage {
  readonly uuid: string;
  readonly channel: string;
  readonly ttl?: string;
  readonly subject: { readonly id: number; readonly subject: string };
}

/** A stage of a message that has started, or its first one, with its last status. */
export interface StageProgress {
  readonly stage: KeptStage;
  readonly status: string;
  readonly statusAt: string;
  readonly error: string | null;
}

/** An accepted message. */
export interface KeptMessage {
  /** From 1, in the order of acceptance by all accounts. */
  readonly messageId: number;
  /** In the described form, with its `requestId` as it was sent. */
  readonly request: SchedulingRequest;
  /** The `requestId` as it is compared (ADR-0007). */
  readonly key: string;
  readonly cascade: KeptCascade;
  readonly acceptedAt: Date;
  /** The stages so far, in the order of the cascade. */
  progress: readonly StageProgress[];
}

/** A problem, or what the request is answered with. */
export type Judged<Answer> = { readonly problem: RequestProblem } | { readonly answer: Answer };

/** A registration that is in force. */
export interface KeptCallback {
  readonly url: string;
  /** Those of the registration, the newest first, then the declared ones. */
  readonly secrets: readonly string[];
}

/** An account while the provider runs. */
export interface MemoryAccount {
  readonly facts: Facts;
  /**
   * Accepts a request in the described form: marks its id as used, and debits the prices of all stages
   * (ADR-0012). `sent` has the request id as it was sent.
   */
  schedule(request: unknown, sent: unknown): Judged<KeptMessage>;
  /** A page of the cascades, by ascending id (ADR-0013). */
  listCascades(request: unknown): Judged<readonly Cascade[]>;
  /** The signatures of the account (ADR-0059); `query` is that of the request. */
  listChannelProfiles(query: string): readonly ChannelProfile[];
  /** The templates of a sender (ADR-0059). */
  listTemplates(request: unknown): Judged<readonly MessageTemplate[]>;
  /** A page of the started stages of the last messages (ADR-0035). */
  listMessages(request: unknown): Judged<MessageHistory>;
  /**
   * Keeps a registration; without a subject it applies to the whole account (ADR-0014). No request is sent to
   * the address. The answer has a secret only if one had to be made (ADR-0057).
   */
  registerCallback(request: unknown): Judged<RegisteredCallback>;
  /** Where the events of a subject go, or those of none, and what signs them. */
  callback(subjectId: number | undefined): KeptCallback | undefined;
  /** Every registration, the declared one for no subject. */
  callbacks(): readonly { readonly subjectId: number | undefined; readonly url: string }[];
  readonly state: MemoryState;
}

/** What requests change of an account, and a test may set. */
interface MemoryState {
  /** Minor units. */
  balance: number;
  /** By ascending id. */
  cascades: readonly KeptCascade[];
  setCascades(declared: readonly MemoryCascade[]): void;
  /** As they are compared (ADR-0007), in the order of use. */
  readonly usedRequestIds: ReadonlySet<string>;
  useRequestId(requestId: string): void;
}

interface MemoryProviderOptions {
  readonly now: () => Date;
  /** The UUID by which a request id in another form is compared (ADR-0027). */
  readonly uuidOf: (text: string) => string;
  /** How many messages and request ids each account remembers, so that its memory is bounded. */
  readonly kept?: { readonly messages: number; readonly requestIds: number };
}

/**
 * Opens accounts with their declared balance, no used request ids and no callback; each by the clock of all,
 * or by its own.
 */
export function createMemoryProvider({
  now,
  uuidOf,
  kept = { messages: 10_000, requestIds: 100_000 },
}: MemoryProviderOptions): (declared: MemoryAccountOptions, ownNow?: () => Date) => MemoryAccount {
  let lastMessageId = 0;
  return ({ cascades: declared, balance, prices, callback = {}, senders, templates }, ownNow = now) => {
    const state = openState(declared, balance, kept.requestIds);
    const messages = new Set<KeptMessage>();
    const forgetMessage = createForgetting(messages, kept.messages);
    const callbacks = keepCallbacks(callback, ownNow);
    const lists = () => ({ stages: state.cascades.flatMap(usedSenders), senders, templates });
    const price = ({ stages }: CascadeShape) =>
      stages.reduce((sum, { channel }) => sum + (prices[channel] ?? 0), 0);
    const find = (cascadeId: number) => state.cascades.find(({ id }) => id === cascadeId);
    const facts: Facts = {
      isRequestIdUsed: (requestId) => state.usedRequestIds.has(requestId.toLowerCase()),
      findCascade: find,
      canAfford: (cascade) => state.balance >= price(cascade),
      now: ownNow,
    };
    return {
      facts,
      state,
      schedule(request, sent) {
        const { problem } = judgeScheduling(request, facts);
        if (problem !== undefined) return { problem };
        const read = accepted(request);
        const cascade = find(read.cascadeId);
        if (cascade === undefined) return { problem: cascadeNotFound(read.cascadeId) };
        const key = read.requestId.toLowerCase();
        state.useRequestId(key);
        state.balance -= price(cascade);
        lastMessageId += 1;
        const acceptedAt = ownNow();
        const message = {
          messageId: lastMessageId,
          request: { ...read, requestId: String(Object(sent).requestId) },
          key,
          cascade,
          acceptedAt,
          progress: firstStage(cascade, acceptedAt),
        };
        messages.add(message);
        forgetMessage();
        return { answer: message };
      },
      listCascades(request) {
        const problem = judgeCascadeList(request);
        if (problem !== undefined) return { problem };
        const { cascades } = state;
        const { offset = 0, limit = cascades.length }: { offset?: number; limit?: number } = Object(request);
        return { answer: cascades.slice(offset, offset + limit).map(toRecord) };
      },
      listChannelProfiles: (query) => listChannelProfiles(lists(), query),
      listTemplates(request) {
        const problem = judgeTemplateList(request);
        return problem === undefined ? { answer: listTemplates(lists(), request) } : { problem };
      },
      listMessages(request) {
        const problem = judgeMessageHistory(request);
        if (problem !== undefined) return { problem };
        return { answer: historyPage([...messages], Object(request), uuidOf) };
      },
      ...callbacks,
    };
  };
}

/** Whether a URL leads to this machine, by its name or address as `URL` normalises them. */
function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.[0-9]{1,3}){3}$/.test(hostname);
}

/** The registrations of an account, by subject. */
function keepCallbacks(
  { url: declaredUrl, secrets: declared = [] }: NonNullable<MemoryAccountOptions['callback']>,
  now: () => Date,
): Pick<MemoryAccount, 'registerCallback' | 'callback' | 'callbacks'> {
  const kept = new Map<
    number | undefined,
    { readonly url: string; readonly own: CallbackSecrets | undefined }
  >();
  if (typeof declaredUrl === 'string') kept.set(undefined, { url: declaredUrl, own: undefined });
  return {
    registerCallback(request) {
      const { statusCallbackUrl: url, subjectId, secret }: CallbackRegistration = Object(request);
      const malformed = judgeCallbackRegistration(request);
      if (malformed !== undefined) return { problem: malformed };
      // Only addresses of other events, to which nothing is sent (ADR-0058).
      if (url === undefined) return { answer: defined({ subjectId }) };
      const unfit = judgeCallbackUrl(url, isLoopback);
      if (unfit !== undefined) return { problem: unfit };
      const key = subjectId ?? undefined;
      const state = { now: now(), isSigned: declared.length > 0 };
      const { secrets: own, made } = replaceSecret(kept.get(key)?.own, secret, state);
      kept.set(key, { url, own });
      return { answer: { statusCallbackUrl: url, ...defined({ subjectId, secret: made }) } };
    },
    callback(subjectId) {
      const found = kept.get(subjectId) ?? kept.get(undefined);
      return found && { url: found.url, secrets: [...validSecrets(found.own, now()), ...declared] };
    },
    callbacks: () => [...kept].map(([subjectId, { url }]) => ({ subjectId, url })),
  };
}

function usedSenders({ stages }: KeptCascade): DeclaredSenders['stages'] {
  return stages.map(({ channel, subject }) => ({ channel, subjectId: subject.id, subject: subject.subject }));
}

function openState(declared: readonly MemoryCascade[], balance: number, capacity: number): MemoryState {
  const used = new Set<string>();
  const forgetId = createForgetting(used, capacity);
  return {
    balance,
    cascades: inOrder(declared),
    setCascades(wanted) {
      this.cascades = inOrder(wanted);
    },
    usedRequestIds: used,
    useRequestId(requestId) {
      used.add(requestId.toLowerCase());
      forgetId();
    },
  };
}

function inOrder(declared: readonly MemoryCascade[]): readonly KeptCascade[] {
  return declared.map(withDefaults).sort((a, b) => a.id - b.id);
}

function withDefaults({ name, stages, ...cascade }: MemoryCascade): KeptCascade {
  return {
    ...cascade,
    name: name ?? `cascade ${cascade.id}`,
    stages: stages.map(({ subject, ...stage }) => ({
      ...stage,
      subject: { id: subject?.id ?? 1, subject: subject?.subject ?? '' },
    })),
  };
}

/** Narrows a body that passed the rules: they are compiled from the schema of this type. */
function accepted(body: unknown): SchedulingRequest {
  return Object(body);
}

function firstStage({ stages }: KeptCascade, at: Date): readonly StageProgress[] {
  return stages
    .slice(0, 1)
    .map((stage) => ({ stage, status: 'ENQUEUED', statusAt: at.toISOString(), error: null }));
}

function toRecord({ id, name, stages }: KeptCascade): Cascade {
  return { id, name, status: 'ACTIVE', stagesCount: stages.length, stages: nest(stages) };
}

/**
 * Each stage holds the next one in its own `stages`; its `decision` is what starts it, the TTL of the stage
 * before.
 */
function nest(stages: readonly KeptStage[], order = 0, startsAfter?: string): CascadeStage[] {
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

interface Entry {
  readonly message: KeptMessage;
  readonly progress: StageProgress;
}

function historyPage(
  messages: readonly KeptMessage[],
  filter: MessageHistoryRequest,
  uuidOf: (text: string) => string,
): MessageHistory {
  const { sort = [], offset = 0, limit = 100, requestId } = filter;
  const keys = requestId === undefined ? undefined : [requestId.toLowerCase(), uuidOf(requestId)];
  const matching = messages
    .flatMap((message) => message.progress.map((progress) => ({ message, progress })))
    .filter((entry) => matches(entry, filter, keys));
  if (sort[0]?.direction !== 'ASC') matching.reverse();
  return {
    hasNext: offset + limit < matching.length,
    content: matching.slice(offset, offset + limit).map(toEntry),
  };
}

/**
 * An absent filter narrows nothing, nor does an empty list of channels. `keys`: how the request id of the
 * filter may have been kept.
 */
function matches(
  { message, progress: { stage } }: Entry,
  filter: MessageHistoryRequest,
  keys: readonly string[] | undefined,
): boolean {
  const { messageId, subjectId, channelTypes = [], direction, subscriberFilter } = filter;
  const { address, type } = message.request.subscriberFilter;
  const at = message.acceptedAt.getTime();
  return (
    (keys === undefined || keys.includes(message.key)) &&
    (messageId === undefined || messageId === message.messageId) &&
    (subjectId === undefined || subjectId === stage.subject.id) &&
    (direction === undefined || direction === 'OUT') &&
    (channelTypes.length === 0 || channelTypes.includes(stage.channel)) &&
    (subscriberFilter === undefined ||
      (subscriberFilter.address === address && subscriberFilter.type === type)) &&
    (filter.dateFrom === undefined || at >= readDateTime(filter.dateFrom).getTime()) &&
    (filter.dateTo === undefined || at < readDateTime(filter.dateTo).getTime())
  );
}

function toEntry({ message, progress: { stage, status, statusAt, error } }: Entry): MessageHistoryEntry {
  const { messageId, request, cascade } = message;
  const content: Readonly<Record<string, unknown>> = Object(request.content);
  return {
    messageId,
    requestId: request.requestId,
    comment: request.comment ?? null,
    direction: 'OUT',
    channelType: stage.channel,
    subjectId: stage.subject.id,
    cascadeId: cascade.id,
    address: request.subscriberFilter.address,
    content: Object(content[contentMember(stage.channel) ?? '']),
    deliveryStatus: status,
    statusAt,
    error,
  };
}
