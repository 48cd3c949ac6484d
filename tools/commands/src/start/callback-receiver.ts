import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { StatusEvent } from '@cascade/types';

/** A callback receiver on this machine, until it is closed. */
export interface CallbackReceiver {
  readonly url: string;
  /** The events so far, in the order of their arrival. */
  readonly events: readonly StatusEvent[];
  /** Resolves with the first matching event; rejects if none arrives within `seconds`. */
  received(isWanted: (event: StatusEvent) => boolean, seconds: number): Promise<StatusEvent>;
  close(): Promise<void>;
}

/** Starts a receiver that answers HEAD and POST with 200 (ADR-0014, ADR-0018). */
export async function startCallbackReceiver(): Promise<CallbackReceiver> {
  const events: StatusEvent[] = [];
  const arrival = new EventTarget();
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') events.push(await readEvent(request));
    response.writeHead(200).end();
    arrival.dispatchEvent(new Event('event'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    events,
    async received(isWanted, seconds) {
      const signal = AbortSignal.timeout(seconds * 1_000);
      for (;;) {
        const found = events.find(isWanted);
        if (found !== undefined) return found;
        await nextEvent(arrival, signal);
      }
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function readEvent(request: IncomingMessage): Promise<StatusEvent> {
  const body: unknown = await json(request);
  // Our own service sends it, so it has the type that the contract promises.
  return body as StatusEvent;
}

function nextEvent(arrival: EventTarget, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    arrival.addEventListener('event', () => resolve(), { once: true });
    signal.addEventListener('abort', () => reject(new Error('the callback did not come in time')), {
      once: true,
    });
  });
}
