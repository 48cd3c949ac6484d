import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';

/** A callback as received. */
export interface Received {
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The verifier's own receiver of callbacks. */
export type CallbackReceiver = Awaited<ReturnType<typeof startReceiver>>;

/** Anything beyond is dropped, so that a provider cannot exhaust the memory. */
const mostBytes = 65_536;
const mostCallbacks = 2_000;

/**
 * Listens for callbacks, answered with `accepted`. Answers HEAD and GET, which check the address, with 200
 * (ADR-0014).
 */
export async function startReceiver(listen = '127.0.0.1:0', accepted = 200) {
  const received: Received[] = [];
  const watchers = new Set<() => void>();
  const exceptions: { readonly fits: (received: Received) => boolean; readonly status?: number }[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBounded(request).catch(() => undefined);
    if (body === undefined || received.length >= mostCallbacks) return void response.destroy();
    if (request.method === 'HEAD' || request.method === 'GET') return void response.writeHead(200).end();
    const callback = { path: request.url ?? '', headers: flatten(request), body };
    received.push(callback);
    const exception = exceptions.find(({ fits }) => fits(callback));
    if (exception !== undefined) exceptions.splice(exceptions.indexOf(exception), 1);
    const { status } = exception ?? { status: accepted };
    if (status !== undefined) response.writeHead(status).end();
    for (const look of watchers) look();
  });
  const at = listen.lastIndexOf(':');
  const host = listen.slice(0, at);
  const { port, close } = await listenAt(server, host, Number(listen.slice(at + 1)));
  return {
    url: `http://${host}:${port}/`,
    received: received as readonly Received[],
    close,
    /** Answers 500 to the first callback that fits. */
    refuseFirst: (fits: (received: Received) => boolean) => void exceptions.push({ fits, status: 500 }),
    /** Does not answer the first callback that fits. */
    leaveFirst: (fits: (received: Received) => boolean) => void exceptions.push({ fits }),
    /** Resolves with true once the condition holds, with false after the time limit. */
    until: (condition: () => boolean, milliseconds: number) =>
      new Promise<boolean>((resolve) => {
        const settle = (result: boolean) => {
          clearTimeout(timer);
          watchers.delete(look);
          resolve(result);
        };
        const look = () => condition() && settle(true);
        const timer = setTimeout(() => settle(false), milliseconds);
        watchers.add(look);
        look();
      }),
  };
}

/** Starts a server; `close` also closes its connections. */
export async function listenAt(server: Server, host: string, wanted = 0) {
  server.listen(wanted, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBounded(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function flatten({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
}
