import { CascadeError } from '../cascade-error.ts';
import { type CascadeClient, createCascadeClient } from '../create-cascade-client.ts';
import type { Result, ScheduleFailure } from '../failure.ts';
import { type CallOptions, type ClientOptions, type LenientClientOptions, policyOf } from '../options.ts';
import type { LenientMessage, NewMessage } from '../schedule.ts';
import { createTransport } from '../transport.ts';
import { findMessage, type MessageSearch } from './find-message.ts';
import { checkResolution, type Resolved, resolveUnknown, type UnknownResolution } from './resolve-unknown.ts';

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
 * @throws {TypeError} if `baseUrl` is not a URL, or `apiKey` not a header value.
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
