import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A callback attempt as the receiver got it. */
export interface ReceivedAttempt {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of callbacks, for one test. */
export interface Receiver {
  readonly url: string;
  /** Every attempt so far. */
  readonly attempts: readonly ReceivedAttempt[];
  /** The next attempt that comes in. */
  next(): Promise<ReceivedAttempt>;
}

/** Listens on a free port and answers every attempt with the given status. */
export async function receive(status = 204): Promise<Receiver> {
  const attempts: ReceivedAttempt[] = [];
  const waiting: ((attempt: ReceivedAttempt) => void)[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const attempt: ReceivedAttempt = { method, url, headers, body: await text(request) };
    attempts.push(attempt);
    response.writeHead(status, { location: '/elsewhere' }).end();
    waiting.shift()?.(attempt);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}/status?token=s3cret`,
    attempts,
    next: () => new Promise((resolve) => void waiting.push(resolve)),
  };
}

/** The address of a receiver that takes connections and never answers, for one test. */
export async function receiveNothing(): Promise<string> {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => void sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${portOf(server)}`;
}

function portOf(server: Pick<Server, 'address'>): number | undefined {
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
}
