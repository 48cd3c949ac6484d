import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { bodyLimitInBytes, problemBody, problemMediaType, type RequestProblem } from '@cascade/validator';
import {
  type BareAnswer,
  createConnectionRefusals,
  judgeHost,
  writeLastAnswer,
} from '@cascade/validator/transport';
import { defined } from '../defined.ts';
import type { Mock, MockAnswer } from '../mock.ts';
import { pathOf } from '../request.ts';

/** Answers one HTTP request by the mock, and writes it to the log. Never rejects. */
type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Connects a mock to Node's HTTP server. `100 Continue` is sent only when the body is read (RFC 9110
 * §10.1.1). While the server stops, each answer closes its connection.
 */
export function createListener(mock: Mock, isStopping: () => boolean): Listener {
  return async (request, response) => {
    const started = performance.now();
    const misled = judgeHost(request);
    const answer =
      misled === undefined ? await findAnswer(mock, request, response) : problemAnswer(misled, request);
    const unread = answer !== undefined && answer.cut === undefined && isLeftUnread(request);
    const last = unread || misled !== undefined || isStopping();
    if (answer !== undefined) await deliver(response, answer, last);
    if (answer?.isUnlogged !== true)
      mock.log.request({
        method: request.method ?? '',
        path: pathOf(request.url ?? ''),
        status: sentStatus(answer),
        code: answer?.code,
        unread: answer?.unread,
        milliseconds: performance.now() - started,
      });
    if (unread) await linger(request);
    response.end();
    await answer?.afterwards?.();
  };
}

function problemAnswer(found: RequestProblem, { headers }: IncomingMessage): MockAnswer {
  return {
    status: found.status,
    headers: { 'content-type': problemMediaType(headers.accept) },
    body: JSON.stringify(problemBody(found)),
    code: found.code,
  };
}

/** The answer of the mock; nothing if the client disconnected while sending. */
async function findAnswer(
  mock: Mock,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<MockAnswer | undefined> {
  try {
    return await mock.answer({
      method: request.method ?? '',
      target: request.url ?? '',
      headers: request.headers,
      readBody: () => readBody(request, () => continueSending(request, response)),
      peer: () => request.socket.remoteAddress ?? 'gone',
      left: () => whenLeft(request, response),
    });
  } catch (error) {
    if (request.errored !== null) return undefined;
    mock.log.fault(error);
    return mock.systemError();
  }
}

/**
 * Aborts once the caller has closed its side of the connection. Whether it still reads cannot be seen: if so,
 * it is answered early.
 */
function whenLeft({ socket }: IncomingMessage, response: ServerResponse): AbortSignal {
  if (socket.readableEnded) return AbortSignal.abort();
  const left = new AbortController();
  const leave = () => left.abort();
  socket.once('end', leave);
  response.once('close', () => {
    socket.off('end', leave);
    leave();
  });
  return left.signal;
}

function continueSending(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
}

/**
 * Reads a body, or returns nothing if it exceeds the limit. A body that declares a larger length is not read
 * at all; without a length, reading stops at the limit. The request stays open for the answer.
 */
async function readBody(request: IncomingMessage, beforeReading: () => void): Promise<Buffer | undefined> {
  if (declaredLength(request) > bodyLimitInBytes) return undefined;
  beforeReading();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > bodyLimitInBytes) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** `Content-Length`; 0 without one. */
function declaredLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0);
}

/** Writes a complete answer and leaves the response open; `last` closes the connection after it. */
function writeAnswer(response: ServerResponse, { status, headers, body }: MockAnswer, last: boolean): void {
  const length = String(Buffer.byteLength(body));
  const connection = last ? 'close' : undefined;
  response.writeHead(status, { ...headers, 'content-length': length, ...defined({ connection }) });
  response.write(body);
}

function sentStatus(answer: MockAnswer | undefined): number | undefined {
  return answer?.cut === 'whole' ? undefined : answer?.status;
}

/** Writes the answer, or cuts it. */
async function deliver(response: ServerResponse, answer: MockAnswer, last: boolean): Promise<void> {
  if (answer.cut === undefined) writeAnswer(response, answer, last);
  else await cutAnswer(response, answer);
}

/** Cuts the connection: at once, or after half the body of the answer. */
async function cutAnswer(
  response: ServerResponse,
  { status, headers, body, cut }: MockAnswer,
): Promise<void> {
  if (cut === 'half') {
    const bytes = Buffer.from(body);
    response.writeHead(status, { ...headers, 'content-length': String(bytes.length) });
    await new Promise((written) => response.write(bytes.subarray(0, bytes.length >> 1), written));
  }
  response.destroy();
}

/**
 * Whether the connection has to close because the unread rest of a request exceeds the limit or has no known
 * length. Node reads and discards a shorter rest itself.
 */
function isLeftUnread(request: IncomingMessage): boolean {
  const { complete, headers } = request;
  if (complete) return false;
  const isOfUnknownLength = headers['transfer-encoding'] !== undefined || headers.expect !== undefined;
  return isOfUnknownLength || declaredLength(request) > bodyLimitInBytes;
}

const patienceInMilliseconds = 1_000;
const patienceInBytes = 16 * bodyLimitInBytes;

/**
 * Reads and discards the rest of a request after its answer, for a limited time. Closing the socket at once
 * would reset the connection, and the client might lose the answer (RFC 9112 §9.6).
 */
function linger(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = patienceInBytes;
    const drop = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) done();
    };
    const done = () => {
      clearTimeout(timer);
      request.off('data', drop).pause();
      resolve();
    };
    const timer = setTimeout(done, patienceInMilliseconds);
    request.on('data', drop).once('close', done);
  });
}

const shared = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'allow, preference-applied, retry-after, www-authenticate',
};

/** The same mock for web pages of every origin; answers the preflight requests of browsers. */
export function withCors(mock: Mock): Mock {
  return {
    ...mock,
    async answer(request) {
      const asked = request.headers['access-control-request-method'];
      if (request.method === 'OPTIONS' && asked !== undefined)
        return allow(asked, request.headers['access-control-request-headers']);
      const answer = await mock.answer(request);
      return { ...answer, headers: { ...answer.headers, ...shared } };
    },
  };
}

function allow(method: string, headers = ''): MockAnswer {
  return {
    status: 204,
    headers: { ...shared, 'access-control-allow-methods': method, 'access-control-allow-headers': headers },
    body: '',
  };
}

/** Answers CONNECT, for which Node passes only the socket: 404, or 405 if the path has an operation. */
export function createConnectAnswer(mock: Mock): (request: IncomingMessage, socket: Duplex) => Promise<void> {
  return async ({ method = '', url = '', headers }, socket) => {
    socket.on('error', () => socket.destroy());
    const answer = await answerToTarget(mock, method, url, headers);
    writeLastAnswer(socket, answer);
    logRefused(mock, answer, method, url);
  };
}

/** Answers what never becomes a request (ADR-0011), and methods that Node does not know. */
export function createRefusals(mock: Mock): ReturnType<typeof createConnectionRefusals> {
  return createConnectionRefusals({
    byTarget: (method, target) => answerToTarget(mock, method, target),
    onRefused: (answer, method, target) => {
      if (method !== '') logRefused(mock, answer, method, target);
    },
  });
}

function answerToTarget(mock: Mock, method: string, target: string, headers = {}): Promise<MockAnswer> {
  return mock.answer({ method, target, headers, readBody: async () => undefined });
}

function logRefused({ log }: Mock, { status, code }: BareAnswer, method: string, target: string): void {
  log.request({ method, path: pathOf(target), status, code, milliseconds: 0 });
}
