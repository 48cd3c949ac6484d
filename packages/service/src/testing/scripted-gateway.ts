import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { createArrivals, listen } from '@cascade/repository/test-kit';

/** A self-signed certificate for `localhost`, and its key: for tests only, not secret. */
export const localhostCertificate = fileURLToPath(new URL('localhost-cert.pem', import.meta.url));
export const localhostKey = fileURLToPath(new URL('localhost-key.pem', import.meta.url));

/** A request as an HTTP gateway got it, byte by byte. */
export interface GatewayPost {
  readonly path: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** As far as it was read. */
  readonly body: string;
  /** The number of its connection, from 1. */
  readonly connection: number;
}

/** The bytes of an answer, or what is done with the connection instead. */
export type ScriptedAnswer = string | Buffer | ((socket: Socket) => void);

export interface ScriptedGatewayOptions {
  /** The answer to the posts in this order; the last one answers all that follow. */
  readonly answers: readonly ScriptedAnswer[];
  /** Whether a post is answered as soon as its head has come. */
  readonly isHasty?: boolean | undefined;
  readonly tls?: TlsOptions | undefined;
  readonly port?: number | undefined;
}

/** A gateway on a raw socket, which answers by a script. */
export async function startScriptedGateway({ answers, isHasty = false, tls, port }: ScriptedGatewayOptions) {
  const posts: GatewayPost[] = [];
  const sockets = new Set<Socket>();
  const arrivals = createArrivals();
  let connections = 0;

  function answer(socket: Socket, post: GatewayPost): void {
    const one = answers[Math.min(posts.length, answers.length - 1)] ?? '';
    posts.push(post);
    arrivals.notify();
    if (typeof one === 'function') one(socket);
    else socket.write(one);
  }

  function serve(socket: Socket): void {
    connections += 1;
    const connection = connections;
    let bytes: Buffer = Buffer.alloc(0);
    let isAnswered = false;
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (let request = readRequest(bytes); request !== undefined; request = readRequest(bytes)) {
        if ((isHasty || request.rest !== undefined) && !isAnswered) {
          isAnswered = true;
          answer(socket, { ...request.post, connection });
        }
        if (request.rest === undefined) return;
        isAnswered = false;
        bytes = request.rest;
      }
    });
    socket.on('error', () => {});
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  }

  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  const at = await listen(server, port);
  return {
    port: at,
    origin: `${tls === undefined ? 'http' : 'https'}://${tls === undefined ? '127.0.0.1' : 'localhost'}:${at}`,
    posts: posts as readonly GatewayPost[],
    get connections(): number {
      return connections;
    },
    /** Resolves once that many posts have come in all. */
    got: (count: number) => arrivals.until(() => posts.length >= count || undefined),
    async close(): Promise<void> {
      if (!server.listening) return;
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The first request; without a `rest`, its body is still to come. */
function readRequest(bytes: Buffer) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((one) => [
      one.slice(0, one.indexOf(':')).toLowerCase(),
      one.slice(one.indexOf(':') + 1).trim(),
    ]),
  );
  const from = end + 4;
  const to = from + Number(headers['content-length'] ?? 0);
  const post = { path: line.split(' ')[1] ?? '', headers, body: bytes.toString('utf8', from, to) };
  return { post, rest: bytes.length < to ? undefined : bytes.subarray(to) };
}
