import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a receiver got. */
export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: { readonly status?: string; readonly [member: string]: unknown };
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Comes back when so many requests have come in all. */
  got(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A receiver on loopback, which answers as the handler says; the default is 204. */
export async function startReceiver(
  answer: (response: ServerResponse, received: Received, index: number) => void = (response) => {
    response.writeHead(204).end();
  },
): Promise<Receiver> {
  const received: Received[] = [];
  const waiters = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { method, url: path, headers } = request;
    const one = { method, path, headers, body, event: body === '' ? {} : JSON.parse(body) };
    received.push(one);
    answer(response, one, received.length - 1);
    for (const waiter of waiters) waiter();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/status`,
    received,
    got(count) {
      return new Promise((resolve) => {
        const check = () => {
          if (received.length < count) return;
          waiters.delete(check);
          resolve();
        };
        waiters.add(check);
        check();
      });
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the receiver does not listen');
  return address.port;
}
