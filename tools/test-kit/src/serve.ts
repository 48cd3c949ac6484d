import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';

/** An HTTP server on loopback. */
export interface Serving {
  /** Base address, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Closes its connections too, answered or not. */
  close(): Promise<void>;
}

/** Serves HTTP on loopback; without a port, on a free one. */
export async function serve(listener: RequestListener, port = 0): Promise<Serving> {
  const server = createServer(listener);
  const actual = await listen(server, port);
  return {
    url: `http://127.0.0.1:${actual}`,
    port: actual,
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Resolves with the port once the server listens on loopback. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
