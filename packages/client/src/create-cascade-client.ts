import type {
  CallbackRegistration,
  Cascade,
  ChannelProfile,
  ListCascadesRequest,
  ListTemplatesRequest,
  MessageTemplate,
  RegisteredCallback,
} from '@cascade/types';
import { type Accepts, call, createTransport, type Post } from './call.ts';
import type { Result, ScheduleFailure } from './failure.ts';
import { CascadeError, toFailure } from './failure.ts';
import { type CallOptions, type ClientOptions, type LenientClientOptions, policyOf } from './options.ts';
import { parseJson } from './parse-json.ts';
import {
  accepts,
  type LenientMessage,
  type NewMessage,
  type Scheduled,
  toScheduleResult,
  withRequestId,
} from './schedule.ts';

/** The operations of the service for one account (§4). */
export interface CascadeClient<Message = NewMessage> {
  /** Schedules a message (§4.1). Retries carry the same requestId, so no message is scheduled twice. */
  schedule(message: Message, options?: CallOptions): Promise<Result<Scheduled, ScheduleFailure>>;
  /**
   * Schedules a message, for callers who prefer exceptions.
   * @throws {CascadeError} with the failure that `schedule` would have returned.
   */
  scheduleOrThrow(message: Message, options?: CallOptions): Promise<Scheduled>;
  /** The cascades of the account (§4.2, ADR-0013). */
  listCascades(request?: ListCascadesRequest, options?: CallOptions): Promise<Result<readonly Cascade[]>>;
  /** The senders of the account, or those on some channels (ADR-0059). */
  listChannelProfiles(
    filter?: { readonly types?: readonly ChannelProfile['type'][] },
    options?: CallOptions,
  ): Promise<Result<readonly ChannelProfile[]>>;
  /** The templates that texts of a sender may match (ADR-0059). */
  listTemplates(
    request: ListTemplatesRequest,
    options?: CallOptions,
  ): Promise<Result<readonly MessageTemplate[]>>;
  /** Registers the address of the status callbacks (§6, ADR-0014); idempotent. */
  setCallback(registration: CallbackRegistration, options?: CallOptions): Promise<Result<RegisteredCallback>>;
}

/**
 * A client for one account. Expected failures are returned as `error`; only programming errors are thrown.
 * @throws {TypeError} if `baseUrl` is not the base of http or https URLs, or `apiKey` is blank or not a
 * header value.
 */
export function createCascadeClient(options: LenientClientOptions): CascadeClient<LenientMessage>;
export function createCascadeClient(options: ClientOptions): CascadeClient;
export function createCascadeClient(options: ClientOptions): CascadeClient<NewMessage | LenientMessage> {
  const api = createTransport(options);
  const perform = (post: Post, body: object, callOptions?: CallOptions, isSuccess?: Accepts) =>
    call(post, body, policyOf(options, callOptions), isSuccess);
  /** An answer that is a bare array. */
  const list = async <Item>(
    send: Post,
    body: object,
    callOptions?: CallOptions,
  ): Promise<Result<readonly Item[]>> => {
    const ended = await perform(send, body, callOptions);
    const items = ended.response?.ok && parseJson(ended.body);
    return Array.isArray(items) ? { data: items } : { error: toFailure(ended) };
  };
  const client: CascadeClient<NewMessage | LenientMessage> = {
    async schedule(message, callOptions) {
      const identified = withRequestId(message);
      const { body } = identified;
      const post: Post = (init) => api.POST('/api/cascade/schedule', { body, ...init });
      const isAcceptance: Accepts = (attempt) => accepts(attempt, body.requestId);
      const ended = await perform(post, body, callOptions, isAcceptance);
      return toScheduleResult(identified, ended, options);
    },

    async scheduleOrThrow(message, callOptions) {
      const { data, error } = await client.schedule(message, callOptions);
      if (error) throw new CascadeError(error);
      return data;
    },

    listCascades: (body = {}, callOptions) =>
      list((init) => api.POST('/api/cascade/get-all', { body, ...init }), body, callOptions),

    listChannelProfiles: (query = {}, callOptions) =>
      list((init) => api.GET('/api/channel-profile', { params: { query }, ...init }), query, callOptions),

    listTemplates: (body, callOptions) =>
      list((init) => api.POST('/api/message-matchers/get-by-request', { body, ...init }), body, callOptions),

    async setCallback(body, callOptions) {
      const post: Post = (init) => api.POST('/api/callback/set', { body, ...init });
      const ended = await perform(post, body, callOptions);
      if (!ended.response?.ok) return { error: toFailure(ended) };
      const { secret: _, ...registration } = body;
      // With a secret if the provider made one (ADR-0057).
      return { data: { ...registration, ...Object(parseJson(ended.body)) } };
    },
  };
  return client;
}
