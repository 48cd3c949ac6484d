import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';

/** A callback as received. */
export interface Received {
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Fits = (received: Received) => boolean;

/** Callbacks that are answered otherwise than all others. */
interface Exception {
  readonly fits: Fits;
  /** Undefined: no answer. */
  readonly status?: number;
  readonly isOnce: boolean;
}

/** The verifier's own receiver of callbacks. */
export type CallbackReceiver = Awaited<ReturnType<typeof startReceiver>>;

/** A longer body is answered with 413, so that a provider cannot exhaust the memory. */
const mostBytes = 65_536;
/** Further callbacks are answered and counted, and not remembered. */
const mostRemembered = 2_000;

interface ReceiverOptions {
  /** The status of an answer; 200 if absent. */
  readonly accepted?: number;
  /** Whether to remember this callback; all if absent. */
  readonly remembers?: (callback: Received) => boolean;
}

/**
 * Listens for callbacks, and answers all of them. Answers HEAD and GET, which check the address, with 200
 * (ADR-0014).
 */
export async function startReceiver(
  listen = '127.0.0.1:0',
  { accepted = 200, remembers = () => true }: ReceiverOptions = {},
) {
  const received: Received[] = [];
  const watchers = new Set<() => void>();
  const exceptions: Exception[] = [];
  let count = 0;
  const statusFor = (callback: Received): number | undefined => {
    const exception = exceptions.find(({ fits }) => fits(callback));
    if (exception === undefined) return accepted;
    if (exception.isOnce) exceptions.splice(exceptions.indexOf(exception), 1);
    return exception.status;
  };
  const server = createServer(async (request, response) => {
    const body = await readBounded(request).catch(() => undefined);
    if (body === undefined) return void response.writeHead(413, { connection: 'close' }).end();
    if (request.method === 'HEAD' || request.method === 'GET') return void response.writeHead(200).end();
    const callback = { path: request.url ?? '', headers: flatten(request), body };
    count += 1;
    if (received.length < mostRemembered && remembers(callback)) received.push(callback);
    const status = statusFor(callback);
    if (status !== undefined) response.writeHead(status).end();
    for (const look of watchers) look();
  });
  const at = listen.lastIndexOf(':');
  const host = listen.slice(0, at);
  const { port, close } = await listenAt(server, host, Number(listen.slice(at + 1)));
  return {
    url: `http://${host}:${port}/`,
    /** Those that are remembered. */
    received: received as readonly Received[],
    /** How many have come, remembered or not. */
    count: () => count,
    close,
    /** Answers 500, or another status, to the first callback that fits. */
    refuseFirst: (fits: Fits, status = 500) => void exceptions.push({ fits, status, isOnce: true }),
    /** Answers with the status to all callbacks that fit, until the function that it returns is called. */
    refuseAll(fits: Fits, status: number): () => void {
      const exception = { fits, status, isOnce: false };
      exceptions.push(exception);
      return () => {
        const at = exceptions.indexOf(exception);
        if (at >= 0) exceptions.splice(at, 1);
      };
    },
    /** Does not answer the first callback that fits. */
    leaveFirst: (fits: Fits) => void exceptions.push({ fits, isOnce: true }),
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
