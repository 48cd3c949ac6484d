import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { problem, type RequestProblem } from '@cascade/validator';
import type { FastifyInstance } from 'fastify';

/** Not by `import`, which reads every export, and for WebSocket loads all of Node's undici: 13 MiB. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** Reports an answer that was sent without a Fastify request. */
export type OnRefused = (status: number, code: string | undefined) => void;

/** Answers CONNECT, for which Node passes the raw socket. */
export function createConnectListener(
  judge: (target: string) => RequestProblem,
  onRefused: OnRefused,
): (request: IncomingMessage, socket: Duplex) => void {
  return ({ url = '' }, socket) => {
    socket.on('error', () => socket.destroy());
    const found = judge(url);
    writeProblem(socket, found, found.code === 'method-not-allowed' ? ['allow: POST'] : []);
    onRefused(found.status, found.code);
  };
}

/**
 * Answers traffic that never becomes a Fastify request.
 *
 * Answers bytes that are not HTTP, and requests that are too slow or have oversized headers, each with a
 * problem body (ADR-0011). Earlier requests on the same connection are answered first: they may have been
 * accepted.
 */
export function createClientErrorHandler(onRefused: OnRefused) {
  const latest = new WeakMap<Duplex, ServerResponse>();

  function answer(code: string | undefined, socket: Duplex): void {
    if (!socket.writable) return;
    const found = refusals.get(code) ?? notHttp;
    writeProblem(socket, found);
    onRefused(found.status, found.title);
  }

  return {
    /** Registers each response, so that an error does not overtake it. */
    began(response: ServerResponse): void {
      latest.set(response.req.socket, response);
    },
    handle({ code }: Error & { readonly code?: string }, socket: Duplex): void {
      if (!socket.writable || code === 'ECONNRESET') {
        socket.destroy();
        return;
      }
      const before = latest.get(socket);
      if (before === undefined || before.writableFinished || !before.req.complete) answer(code, socket);
      else before.once('finish', () => answer(code, socket));
    },
  };
}

const notHttp = problem('matched-template-not-found', { detail: 'the request is not HTTP' });

/**
 * By the code of Node's error. 408 and 431 are not in the catalogue, since no operation returns them
 * (ADR-0011).
 */
const refusals = new Map<string | undefined, BareProblem>([
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    { title: 'request-timeout', status: 408, detail: 'the request was not complete in time' },
  ],
  [
    'HPE_HEADER_OVERFLOW',
    {
      title: 'request-header-fields-too-large',
      status: 431,
      detail: 'the headers have more than 16384 bytes',
    },
  ],
  [
    'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    problem('payload-too-large', { detail: 'the extensions of the chunks have more than 16384 bytes' }),
  ],
]);

type BareProblem = Pick<RequestProblem, 'title' | 'status' | 'detail'>;

function writeProblem(socket: Duplex, found: BareProblem, headers: readonly string[] = []): void {
  const lines = ['content-type: application/problem+json', ...headers];
  writeLastAnswer(socket, found.status, lines, JSON.stringify(bodyOf(found)));
}

function bodyOf({ title, status, detail }: BareProblem): BareProblem {
  return { title, status, ...(detail === undefined ? {} : { detail }) };
}

function writeLastAnswer(socket: Duplex, status: number, headers: readonly string[], body: string): void {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * A closing Node server does not close connections that become idle later, nor those of clients that never
 * finish a request. Either would keep it open.
 * @param patience Milliseconds until all are closed.
 */
export function endConnections(server: FastifyInstance, patience: number): void {
  const timers: NodeJS.Timeout[] = [];
  server.addHook('preClose', async () => {
    timers.push(setInterval(() => server.server.closeIdleConnections(), closeIdleEvery));
    timers.push(setTimeout(() => server.server.closeAllConnections(), patience));
  });
  server.addHook('onClose', async () => timers.forEach(clearTimeout));
}

const closeIdleEvery = 100; // milliseconds

/**
 * The problem of an HTTP/1.1 request that does not have exactly one Host (RFC 9112 §3.2). Node would answer
 * without a body, and would not tell us. The connection ends with the answer, since a proxy in front may read
 * it differently.
 */
export function judgeHost(
  { httpVersion, rawHeaders }: IncomingMessage,
  response: ServerResponse,
): RequestProblem | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return undefined;
  response.setHeader('connection', 'close');
  return problem('matched-template-not-found', { detail: `Host: must be sent once, found ${hosts}` });
}
