import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Answer, answerAfter, answerEndlessly, answerWith, withholdBody } from './answers.ts';
import { freePort, type Serving, serve } from './serve.ts';

/** `null` for none. A `hanging` or `endless` receiver accepts the callback with 200, but its body never ends. */
export type ReceiverFault =
  | 'down'
  | 'failing'
  | 'gone'
  | 'redirecting'
  | 'slow'
  | 'hanging'
  | 'endless'
  | null;

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
