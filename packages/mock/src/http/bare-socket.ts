import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Mock, MockAnswer } from '../mock.ts';

/** Not by `import`, which reads every export, and for WebSocket loads all of Node's undici: 13 MiB. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** Answers CONNECT, for which Node passes only the socket: 404, or 405 if the path has an operation. */
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

/** Writes an answer to a socket without a `ServerResponse`, and closes it. */
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
 * Answers bytes that are not HTTP, and requests that time out or have too many headers. The first get the
 * problem of any unreadable body (ADR-0008). The contract has no code for the others, so they get a status
 * without a body.
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
