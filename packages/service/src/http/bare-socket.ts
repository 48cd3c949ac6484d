import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problem, problemBody, type RequestProblem } from '@cascade/validator';

/** What is told of an answer that went out without a request. */
export type OnRefused = (status: number, code: string | undefined) => void;

/** Answers CONNECT, for which Node hands out the bare socket. */
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

/** Answers what is no request that Fastify could see. */
export interface ClientErrorHandler {
  /** Tells of each response, so that none is overtaken. */
  began(response: ServerResponse): void;
  handle(error: Error & { readonly code?: string }, socket: Duplex): void;
}

/**
 * Answers what is not HTTP, or comes too slowly. The problem of the first is that of any layout that cannot be read
 * (ADR-0008); for the others the contract has no code, so they get a bare status. Whole requests that came before on
 * the same connection are answered before: theirs may have been accepted.
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
