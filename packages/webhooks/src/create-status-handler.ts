import {
  callbackProblem,
  handleOnce,
  methodNotAllowedResponse,
  readBody,
  taken,
} from './callback-responses.ts';
import { createMemoryStore, type EventStore, longestId } from './event-store.ts';
import { type ReceivedEvent, readEvent } from './received-event.ts';
import { createSenderChecks, type SenderOptions } from './sender-checks.ts';

export type StatusHandlerOptions = SenderOptions & {
  /**
   * Called once for each event. If it throws or rejects, the answer is 500, and the sender repeats the event.
   */
  readonly onStatus: (event: ReceivedEvent) => unknown;
  /**
   * Called with what else the provider sends to the same URL, for example incoming messages and changes of
   * templates: a JSON object without `status`, or with neither `requestId` nor `messageId`. The sender is
   * checked first. It is called once for each `webhook-id`; without one, for each request. If it throws or
   * rejects, the answer is 500. Without `onOther` such a body is answered 400.
   */
  readonly onOther?: (body: Readonly<Record<string, unknown>>, headers: Headers) => unknown;
  /** Receives the error behind a 5xx, which the sender does not see; `console.error` if absent. */
  readonly onError?: (error: unknown, event: ReceivedEvent | null) => void;
  /** Remembers handled events; a store in memory if absent. */
  readonly store?: EventStore;
  /** Largest difference between the sender's clock and ours, in either direction; 300 if absent. */
  readonly toleranceInSeconds?: number;
  /** 65,536 if absent; an event has about 500 bytes. */
  readonly maxBodyBytes?: number;
  readonly now?: () => Date;
};

/** A server of the Fetch API, for Hono, Next, Workers, Deno and Bun; for Node through `toNodeHandler`. */
export type StatusHandler = (request: Request) => Promise<Response>;

/**
 * Receives status callbacks (§6): answers GET and HEAD with 200 (ADR-0014); checks the sender of a POST,
 * reads its event and handles it once. Never rejects, and never answers 5xx because a reason or a status is
 * unlisted (§9).
 * @throws {TypeError} if `secrets`, `token` and `allowUnsigned` are all missing, if `allowUnsigned` is beside
 * one of the others, or if a secret or token is undefined, empty or invalid.
 */
export function createStatusHandler(options: StatusHandlerOptions): StatusHandler {
  const { onStatus, onOther, maxBodyBytes = 65_536, toleranceInSeconds = 300 } = options;
  const { now = () => new Date() } = options;
  // biome-ignore lint/suspicious/noConsole: the default must show the error somewhere.
  const { onError = (error) => console.error(error) } = options;
  const { store = createMemoryStore({ now }) } = options;
  const { checkToken, verify } = createSenderChecks(options, { toleranceInSeconds, now });

  async function receive(request: Request): Promise<Response> {
    const { headers } = request;
    const unknownSender = await checkToken?.(headers);
    if (unknownSender) return unknownSender;
    const body = await readBody(request, maxBodyBytes);
    if (body instanceof Response) return body;
    const refused = await verify?.(headers, body);
    if (refused) return refused;
    const id = headers.get('webhook-id') || null;
    if (id !== null && id.length > longestId)
      return callbackProblem(400, 'callback-not-valid', `webhook-id has more than ${longestId} characters.`);
    const { event = null, other, fault = '' } = readEvent(id, body);
    const report = (error: unknown) => onError(error, event);
    if (event) return handleOnce(event.id, store, () => onStatus(event), report);
    if (onOther === undefined || other === undefined) return notAnEvent(headers, fault);
    return handleOnce(id, store, () => onOther(other, headers), report);
  }

  return async (request) => {
    const { method } = request;
    if (method === 'GET' || method === 'HEAD') return taken();
    if (method !== 'POST') return methodNotAllowedResponse(method);
    try {
      return await receive(request);
    } catch (error) {
      onError(error, null);
      return callbackProblem(503, 'service-unavailable', 'The event could not be handled; repeat it later.');
    }
  };
}

/** Called only if the body is not an event: a wrong media type alone must not lose an event. */
function notAnEvent(headers: Headers, fault: string): Response {
  const mediaType = headers.get('content-type') ?? 'json';
  if (/json/i.test(mediaType)) return callbackProblem(400, 'callback-not-valid', fault);
  return callbackProblem(415, 'unsupported-media-type', `Callbacks are application/json. ${fault}`);
}
