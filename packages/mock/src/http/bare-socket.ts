import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Mock, MockAnswer } from '../mock.ts';

/** Answers CONNECT, for which Node hands out the bare socket: 404, or 405 where there is an operation. */
export function createConnectListener(
  mock: Mock,
): (request: IncomingMessage, socket: Duplex) => Promise<void> {
  return async ({ method = '', url = '', headers }, socket) => {
    socket.on('error', () => socket.destroy());
    const answer = await mock.answer({ method, target: url, headers, readBody: async () => undefined });
    writeLastAnswer(socket, answer);
    mock.log.request({ method, path: url, status: answer.status, code: answer.code, milliseconds: 0 });
  };
}

/** Writes an answer where Node has no response that could carry it, and ends the connection. */
function writeLastAnswer(socket: Duplex, { status, headers, body }: Omit<MockAnswer, 'afterwards'>): void {
  const lines = Object.entries({
    ...headers,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * Answers what is not HTTP, or came too slowly. The problem of the first is that of any layout that cannot
 * be read (ADR-0008); for the others the contract has no code, so they get a bare status.
 */
export function refuseConnection(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  writeLastAnswer(socket, answerTo(error.code));
}

function answerTo(code: string | undefined): Omit<MockAnswer, 'afterwards'> {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, headers: {}, body: '' };
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, headers: {}, body: '' };
  const problem = { title: 'matched-template-not-found', status: 400, detail: 'the request is not HTTP' };
  return {
    status: 400,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify(problem),
  };
}
