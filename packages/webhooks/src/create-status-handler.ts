import { createVerifier, type Verifier } from './create-verifier.ts';
import type { EventStore } from './event-store.ts';
import { handleOnce, taken } from './handle-once.ts';
import { createMemoryStore } from './memory-store.ts';
import { methodNotAllowed, problem } from './problem.ts';
import { readBody } from './read-body.ts';
import { type ReceivedEvent, readEvent } from './received-event.ts';

/** Either the secrets of signed callbacks, or an explicit permission for unsigned ones. */
export type Signing =
  | {
      /** `whsec_…`; two during a rotation. */
      readonly secrets: readonly string[];
      readonly allowUnsigned?: false;
    }
  | {
      readonly secrets?: readonly [];
      /**
       * Accepts callbacks without a signature, which any client can forge: for a sender that does not sign.
       */
      readonly allowUnsigned: true;
    };

export type StatusHandlerOptions = Signing & {
  /**
   * Called once for each event. If it throws or rejects, the answer is 500, and the sender repeats the event.
   */
  readonly onStatus: (event: ReceivedEvent) => unknown;
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

/** Limits what a store has to keep for each event. */
const longestId = 255;

/**
 * Receives status callbacks (§6): answers GET and HEAD with 200 (ADR-0014); verifies a POST, reads its event
 * and handles it once. Never rejects, and never answers 5xx because a reason or a status is unlisted (§9).
 * @throws {TypeError} if `secrets` and `allowUnsigned` are both missing or both given, or a secret is
 * invalid.
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
      'Give secrets or allowUnsigned: with both, a callback without a signature would be accepted.',
    );
  if (allowUnsigned === true) return async () => undefined;
  if (secrets.length === 0)
    throw new TypeError(
      'Without secrets any client can forge a callback. To accept that, set allowUnsigned: true.',
    );
  return createVerifier({ secrets, toleranceInSeconds, now });
}

/** Called only if the body is not an event: a wrong media type alone must not lose an event. */
function notAnEvent(request: Request, fault: string): Response {
  const mediaType = request.headers.get('content-type') ?? 'json';
  if (/json/i.test(mediaType)) return problem(400, 'callback-not-valid', fault);
  return problem(415, 'unsupported-media-type', `Callbacks are application/json. ${fault}`);
}

function reportToConsole(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the default must show the error somewhere; onError replaces it.
  console.error(error);
}
