/** A client that asks the provider what became of a message (ADR-0035). */

import type { MessageHistoryEntry, MessageStatus } from '@cascade/types';
import { call, createTransport, type Post, stopAfter, type Transport } from './call.ts';
import { type CascadeClient, createCascadeClient } from './create-cascade-client.ts';
import { CascadeError, type Result, type ScheduleFailure, toFailure } from './failure.ts';
import {
  type CallOptions,
  type CallPolicy,
  type ClientOptions,
  type LenientClientOptions,
  policyOf,
} from './options.ts';
import { parseJson } from './parse-json.ts';
import type { LenientMessage, NewMessage, Scheduled } from './schedule.ts';

/** Options of one scheduling call. */
export interface ResolvingOptions extends CallOptions {
  /** Asks the history when the outcome stays unknown after all attempts. */
  readonly resolveUnknown?: boolean | UnknownResolution;
}

/** The operations of a client, and the message history. */
export interface HistoryClient<Message = NewMessage> extends CascadeClient<Message> {
  /** Schedules a message; with `resolveUnknown` an unknown outcome is looked up, never sent again. */
  schedule(message: Message, options?: ResolvingOptions): Promise<Result<Resolved, ScheduleFailure>>;
  /**
   * Schedules a message, for callers who prefer exceptions.
   * @throws {CascadeError} with the failure that `schedule` would have returned.
   */
  scheduleOrThrow(message: Message, options?: ResolvingOptions): Promise<Resolved>;
  /** What became of the message of a request id. */
  findMessage(requestId: string, options?: CallOptions): Promise<Result<MessageSearch>>;
}

/**
 * A client for one account that can ask the message history (ADR-0035).
 * @throws {TypeError} if `baseUrl` is not the base of http or https URLs, or `apiKey` is blank or not a
 * header value.
 */
export function createHistoryClient(options: LenientClientOptions): HistoryClient<LenientMessage>;
export function createHistoryClient(options: ClientOptions): HistoryClient;
export function createHistoryClient(options: ClientOptions): HistoryClient<NewMessage | LenientMessage> {
  const api = createTransport(options);
  const core: CascadeClient<NewMessage | LenientMessage> = createCascadeClient({ lenient: {}, ...options });
  const client: HistoryClient<NewMessage | LenientMessage> = {
    ...core,

    findMessage: (requestId, callOptions) => findMessage(api, requestId, policyOf(options, callOptions)),

    async schedule(message, callOptions = {}) {
      const resolution = callOptions.resolveUnknown === true ? {} : callOptions.resolveUnknown || undefined;
      if (resolution !== undefined) checkResolution(resolution);
      const result = await core.schedule(message, callOptions);
      const { error } = result;
      if (resolution === undefined || error?.outcome !== 'unknown') return result;
      const find = () => client.findMessage(error.requestId, callOptions);
      return resolveUnknown(error, find, resolution, callOptions.signal);
    },

    async scheduleOrThrow(message, callOptions) {
      const { data, error } = await client.schedule(message, callOptions);
      if (error) throw new CascadeError(error);
      return data;
    },
  };
  return client;
}

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
async function findMessage(
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

/** How to turn an unknown outcome into an answer. */
export interface UnknownResolution {
  /**
   * The longest time between the end of the last attempt and the moment when the history shows what it
   * scheduled: the provider's time limit for a request, and those of the proxies before it. After this time
   * an empty history means `not-scheduled`. Without it an empty history proves nothing, and the outcome stays
   * `unknown`.
   */
  readonly underWayMs?: number;
}

/** A scheduled message, with its number at the provider if the history said so. */
export interface Resolved extends Scheduled {
  readonly messageId?: number;
}

type Find = () => Promise<Result<MessageSearch>>;

const defaultSpanMs = 2_000;
const firstDelayMs = 250;
const longestDelayMs = 30_000;

/**
 * Asks the history until it shows the message or the time is over; sends nothing but these questions.
 * @throws {TypeError} if `underWayMs` is not a number from 0.
 */
async function resolveUnknown(
  failure: ScheduleFailure,
  find: Find,
  { underWayMs }: UnknownResolution,
  signal: AbortSignal | undefined,
): Promise<Result<Resolved, ScheduleFailure>> {
  const end = performance.now() + (underWayMs ?? defaultSpanMs);
  for (let delay = firstDelayMs; ; delay = Math.min(2 * delay, longestDelayMs)) {
    const left = end - performance.now();
    const { data } = await find();
    if (data?.outcome === 'found') return { data: toResolved(failure, data.messageId) };
    if (data?.outcome === 'unavailable' || signal?.aborted) return { error: failure };
    if (left <= 0) {
      // Only an answer to a question that was asked after the time proves anything.
      const isProven = underWayMs !== undefined && data?.outcome === 'not-found';
      return { error: isProven ? { ...failure, outcome: 'not-scheduled' } : failure };
    }
    await stopAfter(Math.min(delay, left), signal).stopped.catch(() => {});
  }
}

/** @throws {TypeError} if `underWayMs` is not a number from 0. */
function checkResolution({ underWayMs = 0 }: UnknownResolution): void {
  if (!(underWayMs >= 0)) throw new TypeError(`underWayMs: expected milliseconds from 0, got ${underWayMs}`);
}

function toResolved({ requestId, attempts }: ScheduleFailure, messageId: number): Resolved {
  return { requestId, replayed: true, attempts, messageId };
}
