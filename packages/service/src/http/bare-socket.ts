import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problem, problemBody, type RequestProblem } from '@cascade/validator';

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

/** Answers traffic that never becomes a Fastify request. */
export interface ClientErrorHandler {
  /** Registers each response, so that an error does not overtake it. */
  began(response: ServerResponse): void;
  handle(error: Error & { readonly code?: string }, socket: Duplex): void;
}

/**
 * Answers bytes that are not HTTP, and requests that are too slow or have oversized headers. The first get the problem of
 * an unreadable layout (ADR-0008). The contract has no code for the others, so they get a bare status. Earlier requests on
 * the same connection are answered first: they may have been accepted.
 */
export function createClientErrorHandler(onRefused: OnRefused): ClientErrorHandler {
  const latest = new WeakMap<Duplex, ServerResponse>();

  function answer(code: string | undefined, socket: Duplex): void {
    if (!socket.writable) return;
    const status = bareStatus(code);
    if (status === undefined) writeProblem(socket, notHttp);
    else writeLastAnswer(socket, status, [], '');
    onRefused(status ?? notHttp.status, status === undefined ? notHttp.code : undefined);
  }

  return {
    began(response) {
      latest.set(response.req.socket, response);
    },
    handle({ code }, socket) {
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

function bareStatus(code: string | undefined): number | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return undefined;
}

function writeProblem(socket: Duplex, found: RequestProblem, headers: readonly string[] = []): void {
  const lines = ['content-type: application/problem+json', ...headers];
  writeLastAnswer(socket, found.status, lines, JSON.stringify(problemBody(found)));
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
