import type { ServerResponse } from 'node:http';

/** Server-sent events to every page that listens. */
export interface EventStream {
  /** Keeps a response open for events. */
  attach(response: ServerResponse): void;
  send(data: unknown): void;
  close(): void;
}

/** A stream without a listener; events that nobody listens to are gone. */
export function createEventStream(): EventStream {
  const listeners = new Set<ServerResponse>();
  return {
    attach(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(': open\n\n');
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    },
    send(data) {
      for (const listener of listeners) listener.write(`data: ${JSON.stringify(data)}\n\n`);
    },
    close() {
      for (const listener of listeners) listener.end();
    },
  };
}
