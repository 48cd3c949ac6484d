import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { answerWith } from './answers.ts';
import { createArrivals } from './arrivals.ts';
import { serve } from './serve.ts';

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
