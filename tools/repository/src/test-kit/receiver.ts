import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createArrivals } from './arrivals.ts';
import { freePort, type Serving, serve } from './serve.ts';

/** Answers a request, or fails to. */
export type Answer = (response: ServerResponse) => void;

export function answerWith(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => void response.writeHead(status, headers).end();
}

/** Answers 204, after a delay that ends early if the client disconnects. */
function answerAfter(milliseconds: number): Answer {
  return (response) => {
    const timer = setTimeout(() => response.writeHead(204).end(), milliseconds);
    response.once('close', () => clearTimeout(timer));
  };
}

/** Leaves the connection open and sends nothing. */
export const neverAnswer: Answer = () => {};

/** Closes the connection without an answer. */
export const dropConnection: Answer = (response) => void response.socket?.destroy();

/** Answers 200 with a body that is announced and never sent. */
export const withholdBody: Answer = (response) =>
  response.writeHead(200, { 'content-length': 10 }).flushHeaders();

/** Answers 200 with a body that never ends, as fast as the client reads it. */
const answerEndlessly: Answer = (response) => {
  const chunk = Buffer.alloc(65_536, 'x');
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response
    .writeHead(200)
    .on('drain', more)
    .on('error', () => {});
  more();
};

/** A request as the receiver got it. */
export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body as JSON; empty if there was no body. */
  readonly event: { readonly status?: string; readonly [member: string]: unknown };
}

/** A callback receiver on loopback, which keeps every request. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Resolves once `count` requests arrived in all. */
  got(count: number): Promise<void>;
  /** Resolves with the next request; called again before it arrives, with the one after it. */
  next(): Promise<Received>;
  /** Resolves with what `find` returns, checked now and after each request. Rejects after `seconds`. */
  until<Found>(find: () => Found | undefined, seconds?: number): Promise<Found>;
  close(): Promise<void>;
}

/** Starts a receiver; by default it answers 204. `index` counts from 0. */
export async function startReceiver(
  answer: (response: ServerResponse, received: Received, index: number) => void = answerWith(204),
): Promise<Receiver> {
  const received: Received[] = [];
  const arrivals = createArrivals();
  const { url, close } = await serve(async (request, response) => {
    const { method, url: path, headers } = request;
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const one = { method, path, headers, body, event: body === '' ? {} : JSON.parse(body) };
    received.push(one);
    answer(response, one, received.length - 1);
    arrivals.notify();
  });
  let claimed = 0;
  return {
    url: `${url}/status`,
    received,
    until: arrivals.until,
    async got(count) {
      await arrivals.until(() => received.length >= count || undefined);
    },
    next() {
      const index = Math.max(claimed, received.length);
      claimed = index + 1;
      return arrivals.until(() => received[index]);
    },
    close,
  };
}

/** A `hanging` or `endless` receiver accepts the callback with 200, but its body never ends. */
export const receiverFaults = [
  'down',
  'slow',
  'redirecting',
  'failing',
  'gone',
  'hanging',
  'endless',
] as const;

/** `null` for none. */
export type ReceiverFault = (typeof receiverFaults)[number] | null;

/** A receiver on loopback that can be broken and repaired, always at the same address. */
export interface FaultyReceiver {
  readonly url: string;
  /** Callback attempts that arrived, with any outcome. */
  readonly attempts: number;
  /** How often each status event was answered with 2xx, by webhook-id. */
  readonly taken: ReadonlyMap<string, number>;
  /** Applies to the requests that follow; answers that have begun do not change. */
  become(fault: ReceiverFault): Promise<void>;
  close(): Promise<void>;
}

export interface FaultyReceiverOptions {
  /** Delay of the answer when `slow`: longer than the sender waits. */
  readonly slowMilliseconds: number;
  /** Target of `redirecting`. */
  readonly elsewhere?: string;
  /** Called with the body of each callback answered with 2xx. */
  readonly onTaken?: (body: string) => void;
}

/** Starts a receiver without a fault. Unless it is down, it answers HEAD with 200. */
export async function startFaultyReceiver(options: FaultyReceiverOptions): Promise<FaultyReceiver> {
  const { slowMilliseconds, elsewhere = '/', onTaken } = options;
  const answers: Readonly<Record<Exclude<ReceiverFault, 'down' | null>, Answer>> = {
    failing: answerWith(500),
    gone: answerWith(410),
    redirecting: answerWith(302, { location: elsewhere }),
    slow: answerAfter(slowMilliseconds),
    hanging: withholdBody,
    endless: answerEndlessly,
  };
  const taken = new Map<string, number>();
  let fault: ReceiverFault = null;
  let attempts = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'HEAD') return void response.end();
    attempts += 1;
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const answer = fault === null || fault === 'down' ? answerWith(204) : answers[fault];
    answer(response);
    // The slow answer has no status yet.
    if (!response.headersSent || response.statusCode >= 300) return;
    const id = String(request.headers['webhook-id']);
    taken.set(id, (taken.get(id) ?? 0) + 1);
    onTaken?.(body);
  };
  // A port that no other server gets while this one is down.
  const port = await freePort();
  let serving: Serving | undefined = await serve(handle, port);
  const { url } = serving;
  const stop = async () => {
    await serving?.close();
    serving = undefined;
  };
  return {
    url: `${url}/status`,
    taken,
    get attempts() {
      return attempts;
    },
    async become(next) {
      fault = next;
      if (next === 'down') await stop();
      else serving ??= await serve(handle, port);
    },
    close: stop,
  };
}
