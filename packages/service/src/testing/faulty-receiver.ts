import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** What can be the matter with a receiver; nothing is `null`. */
export type ReceiverFault = 'down' | Exclude<keyof typeof answers, 'healthy'> | null;

/** A receiver on loopback that can be broken and mended, always at the same address. */
export interface FaultyReceiver {
  readonly url: string;
  /** Callback attempts that came in, whatever became of them. */
  readonly attempts: number;
  /** How often each status event was answered with 2xx, by webhook-id. */
  readonly taken: ReadonlyMap<string, number>;
  /** From now on; what is being answered already goes on as it began. */
  become(fault: ReceiverFault): Promise<void>;
  close(): Promise<void>;
}

export interface FaultyReceiverOptions {
  /** When `slow` answers: longer than the sender waits. */
  readonly slowMilliseconds: number;
  /** Where `redirecting` leads. */
  readonly elsewhere?: string;
  /** Hears of each callback that is taken, with its body. */
  readonly onTaken?: (body: string) => void;
}

/** A receiver that takes callbacks until it is told to be faulty. HEAD is answered with 200 unless it is down. */
export async function startFaultyReceiver(options: FaultyReceiverOptions): Promise<FaultyReceiver> {
  const taken = new Map<string, number>();
  let fault: ReceiverFault = null;
  let attempts = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'HEAD') return void response.end();
    attempts += 1;
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const status = answers[fault === null || fault === 'down' ? 'healthy' : fault](response, options);
    if (status < 200 || status >= 300) return;
    const id = String(request.headers['webhook-id']);
    taken.set(id, (taken.get(id) ?? 0) + 1);
    options.onTaken?.(body);
  };
  let server: Server | undefined = await listen(handle, 0);
  const port = portOf(server);
  const stop = async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => (server === undefined ? resolve(null) : server.close(resolve)));
    server = undefined;
  };
  return {
    url: `http://127.0.0.1:${port}/status`,
    taken,
    get attempts() {
      return attempts;
    },
    async become(next) {
      fault = next;
      if (next === 'down') await stop();
      else server ??= await listen(handle, port);
    },
    close: stop,
  };
}

/** Each answers, and says with which status it will have done so to whoever still waits. */
const answers = {
  healthy: (response: ServerResponse) => end(response, 204),
  failing: (response: ServerResponse) => end(response, 500),
  gone: (response: ServerResponse) => end(response, 410),
  redirecting: (response: ServerResponse, { elsewhere = '/' }: FaultyReceiverOptions) =>
    end(response, 302, { location: elsewhere }),
  slow(response: ServerResponse, { slowMilliseconds }: FaultyReceiverOptions): number {
    const timer = setTimeout(() => response.writeHead(204).end(), slowMilliseconds);
    response.once('close', () => clearTimeout(timer));
    return 0;
  },
  /** The status says that it took the event; its body never ends, and never goes on. */
  hanging(response: ServerResponse): number {
    response.writeHead(200, { 'content-length': 10 }).flushHeaders();
    return 200;
  },
  endless(response: ServerResponse): number {
    const chunk = Buffer.alloc(65_536);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.writeHead(200).on('drain', more);
    more();
    return 200;
  },
};

function end(response: ServerResponse, status: number, headers: Record<string, string> = {}): number {
  response.writeHead(status, headers).end();
  return status;
}

async function listen(handle: Parameters<typeof createServer>[1], port: number): Promise<Server> {
  const server = createServer(handle).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver does not listen');
  return address.port;
}
