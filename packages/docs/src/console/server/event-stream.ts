import type { ServerResponse } from 'node:http';

/** Server-sent events to every connected page. */
export interface EventStream {
  /** Connects a page: sends it the latest events, and keeps its response open for the next ones. */
  attach(response: ServerResponse): void;
  send(data: unknown): void;
  close(): void;
}

/** How many events a page that connects later still gets. */
const mostKept = 50;
/** A page that reads none of this many bytes is disconnected; its browser connects again. */
const mostUnread = 8 * 1024 * 1024;

/** A stream without pages and events. */
export function createEventStream(): EventStream {
  const listeners = new Set<ServerResponse>();
  const latest: string[] = [];
  return {
    attach(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write([': open\n\n', ...latest].join(''));
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    },
    send(data) {
      const event = `data: ${JSON.stringify(data)}\n\n`;
      latest.push(event);
      if (latest.length > mostKept) latest.shift();
      for (const listener of listeners) {
        listener.write(event);
        if (listener.writableLength > mostUnread) listener.destroy();
      }
    },
    close() {
      for (const listener of listeners) listener.end();
    },
  };
}
