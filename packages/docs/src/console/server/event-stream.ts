import type { ServerResponse } from 'node:http';

/** Server-sent events to every connected page. */
export interface EventStream {
  /** Connects a page: keeps its response open for events. */
  attach(response: ServerResponse): void;
  send(data: unknown): void;
  close(): void;
}

/** A stream without pages. Events are not stored: a page sees only those sent while it is connected. */
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
