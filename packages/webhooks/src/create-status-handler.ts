import { createVerifier, type Verifier } from './create-verifier.ts';
import type { EventStore } from './event-store.ts';
import { handleOnce, taken } from './handle-once.ts';
import { createMemoryStore } from './memory-store.ts';
import { methodNotAllowed, problem } from './problem.ts';
import { readBody } from './read-body.ts';
import { type ReceivedEvent, readEvent } from './received-event.ts';

/** Signed callbacks need their secrets; to take unsigned ones has to be said. */
export type Signing =
  | {
      /** `whsec_…`; two while a secret is being replaced. */
      readonly secrets: readonly string[];
      readonly allowUnsigned?: false;
    }
  | {
      readonly secrets?: readonly [];
      /** Takes callbacks that anybody may have sent: for a sender that does not sign. */
      readonly allowUnsigned: true;
    };

export type StatusHandlerOptions = Signing & {
  /** Called once for each event; when it throws, or its promise fails, the sender is asked to repeat the event. */
  readonly onStatus: (event: ReceivedEvent) => unknown;
  /** What went wrong here, while the sender only sees a 5xx; `console.error` if absent. */
  readonly onError?: (error: unknown, event: ReceivedEvent | null) => void;
  /** What has been handled; a store in memory if absent. */
  readonly store?: EventStore;
  /** How far the sender's clock may be off, either way; 300 if absent. */
  readonly toleranceInSeconds?: number;
  /** 65,536 if absent; an event has about 500. */
  readonly maxBodyBytes?: number;
  readonly now?: () => Date;
};

/** The Fetch API's way of a server: for Hono, Next, Workers, Deno and Bun as it is; for Node through `toNodeHandler`. */
export type StatusHandler = (request: Request) => Promise<Response>;

/** A `webhook-id` is a line in a store. */
const longestId = 255;

/**
 * Receives status callbacks (§6): 200 to GET and HEAD (ADR-0014); a POST is verified, read, and handled once. Never
 * fails, and never answers 5xx because a reason or a status is not listed (§9).
 * @throws {TypeError} if neither secrets nor `allowUnsigned` are given, or a secret is none.
 */
export function createStatusHandler(options: StatusHandlerOptions): StatusHandler {
  const { onStatus, maxBodyBytes = 65_536 } = options;
  const { now = () => new Date(), onError = reportToConsole } = options;
  const { store = createMemoryStore({ now }) } = options;
  const verify = verifierOf(options, now);

  async function receive(request: Request): Promise<Response> {
    const body = await readBody(request, maxBodyBytes);
    if (body instanceof Response) return body;
    const refused = await verify(request.headers, body);
    if (refused !== undefined) return refused;
    const id = request.headers.get('webhook-id') || null;
    if (id !== null && id.length > longestId)
      return problem(400, 'callback-not-valid', `webhook-id has more than ${longestId} characters.`);
    const read = readEvent(id, body);
    return 'event' in read
      ? handleOnce(read.event, { store, onStatus, onError })
      : notAnEvent(request, read.fault);
  }

  return async (request) => {
    const { method } = request;
    if (method === 'GET' || method === 'HEAD') return taken();
    if (method !== 'POST') return methodNotAllowed(method);
    try {
      return await receive(request);
    } catch (error) {
      onError(error, null);
      return problem(
        503,
        'service-unavailable',
        'The receiver has a fault of its own; repeat the event later.',
      );
    }
  };
}

function verifierOf(
  { secrets = [], allowUnsigned, toleranceInSeconds = 300 }: StatusHandlerOptions,
  now: () => Date,
): Verifier {
  if (allowUnsigned === true && secrets.length > 0)
    throw new TypeError(
      'Give secrets or allowUnsigned: with both, whoever leaves out the signature gets in.',
    );
  if (allowUnsigned === true) return async () => undefined;
  if (secrets.length === 0)
    throw new TypeError(
      'Without secrets anybody can forge a callback. If that is meant, set allowUnsigned: true.',
    );
  return createVerifier({ secrets, toleranceInSeconds, now });
}

/** The media type is not judged if the body is an event: nobody should lose one over a label. */
function notAnEvent(request: Request, fault: string): Response {
  const mediaType = request.headers.get('content-type') ?? 'json';
  if (/json/i.test(mediaType)) return problem(400, 'callback-not-valid', fault);
  return problem(415, 'unsupported-media-type', `Callbacks are application/json. ${fault}`);
}

function reportToConsole(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: an error that is shown nowhere is worse; onError takes it elsewhere.
  console.error(error);
}
